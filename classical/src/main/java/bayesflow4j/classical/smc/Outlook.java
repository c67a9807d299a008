package bayesflow4j.classical.smc;

import bayesflow4j.method.Round;
import java.util.List;

/**
 * How many simulations are left, if ε and the accepted share go on falling from one population to the next as they did last: a
 * plan may end by any of its conditions.
 *
 * @param plan of the populations
 * @param before the populations that are done
 * @param used the simulations of these
 */
record Outlook(SmcPlan plan, List<Round> before, long used) {
    /** Fewer accepted candidates do not tell the accepted share. */
    private static final int FEW = 20;

    /**
     * The simulations left, while population {@code number} is searched at ε with so many found; NaN in the first two
     * populations, which do not tell how fast ε falls, and while few candidates are accepted.
     */
    double simulationsLeft(int number, double epsilon, int found, long examined) {
        if (number < 3 || found < FEW) return Double.NaN;
        Round last = before.getLast();
        double acceptance = (double) found / examined;
        double narrowing = Math.min(1, epsilon / last.epsilon());
        double fall = Math.min(1, acceptance / last.acceptance());
        double expected = examined + (plan.particles() - found) / acceptance;
        double at = epsilon;
        for (int n = number; !plan.endsAfter(n, at, (long) (used + expected), acceptance); ) {
            n++;
            at = Math.max(plan.target(), at * narrowing);
            acceptance *= fall;
            expected += plan.particles() / acceptance;
        }
        return Math.min(expected, plan.simulations() - used) - examined;
    }
}
