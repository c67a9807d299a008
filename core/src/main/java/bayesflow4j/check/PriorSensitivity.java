package bayesflow4j.check;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * How p(θ | x) would move under the wider prior ∝ p(θ)^½ and the narrower one ∝ p(θ)², a normal prior √2 times as wide and as narrow:
 * the draws are weighted by p(θ)^(−½) and p(θ). A flat prior stays as it is under both, so draws beyond bounds √2 times as narrow
 * are left out instead. Where a prior ends, no draws can be weighted; a posterior that piles up there is said to press against it.
 *
 * @param shifts one per parameter
 * @param shaped whether some part of the prior is not flat
 * @param draws L
 * @param widerSize the effective sample size of the draws under the wider prior, (Σw)² / Σw²
 * @param narrowerSize the same under the narrower prior
 */
public record PriorSensitivity(List<Shift> shifts, boolean shaped, int draws, double widerSize, double narrowerSize) {
    /** A smaller effective sample size does not tell where a posterior moves. */
    private static final double LEAST_SIZE = 100;

    /** Movements from here on, in posterior standard deviations, matter. */
    private static final double NOTABLE = 0.3;

    /** The part of the prior at either end that is its edge, and the part of the draws there that means pressing. */
    private static final double EDGE = 0.02;

    private static final double PRESSING = 0.2;

    /** The part of a flat prior that bounds √2 times as narrow cut off at either end. */
    private static final double CUT = (1 - Math.sqrt(0.5)) / 2;

    private static final int PRIOR_DRAWS = 5000;

    /**
     * How the posterior of one parameter moves.
     *
     * @param parameter its name
     * @param wider the movement of the mean under the wider prior, in posterior standard deviations
     * @param narrower the same under the narrower prior
     * @param atEdge the fraction of the draws in the outermost 2 % of the prior, the larger of both sides
     * @param above whether that side is the upper one
     * @param bounds what they do, if the prior is flat between them
     */
    public record Shift(
            String parameter, double wider, double narrower, double atEdge, boolean above, Optional<Bounds> bounds) {
        double largest() {
            return Math.max(Math.abs(wider), Math.abs(narrower));
        }

        boolean presses() {
            return atEdge >= PRESSING;
        }
    }

    /**
     * The bounds of a flat prior, and bounds √2 times as narrow.
     *
     * @param near the fraction of the draws in the outermost 2 % of the prior, or at the last value of a discrete one; the larger of
     *     both sides
     * @param inside the fraction of the draws within the narrower bounds
     * @param moved the movement of the mean by these, in posterior standard deviations; not a number if no draws are inside
     */
    public record Bounds(double near, double inside, double moved) {}

    /** Copies the list. */
    public PriorSensitivity {
        shifts = List.copyOf(shifts);
    }

    /** The sensitivity of the posterior that these draws are from, to its prior. */
    public static PriorSensitivity of(Prior prior, Draws draws, Seed seed) {
        double[][] priorDraws = new double[PRIOR_DRAWS][];
        for (int i = 0; i < PRIOR_DRAWS; i++) priorDraws[i] = prior.sample(seed.child("prior").stream(i));
        PriorShape shape = new PriorShape(prior, priorDraws);
        double[] logPrior = new double[draws.count()];
        for (int l = 0; l < logPrior.length; l++) logPrior[l] = shape.logDensity(draws.row(l));
        double[] wider = weights(logPrior, -0.5);
        double[] narrower = weights(logPrior, 1);
        List<Shift> shifts = new ArrayList<>();
        for (int j = 0; j < draws.parameters().size(); j++) {
            int column = j;
            double[] sorted = Arrays.stream(priorDraws)
                    .mapToDouble(d -> d[column])
                    .sorted()
                    .toArray();
            Support support = prior.parameters().get(j).support();
            boolean bounded = shape.isFlat(j) && !support.isNamed();
            Optional<Bounds> bounds =
                    bounded ? Optional.of(bounds(draws, j, sorted, support.isDiscrete())) : Optional.empty();
            shifts.add(shift(draws, j, wider, narrower, sorted, support, bounds));
        }
        return new PriorSensitivity(shifts, shape.isAnywhere(), draws.count(), size(wider), size(narrower));
    }

    private static Bounds bounds(Draws draws, int j, double[] prior, boolean discrete) {
        double[] values = draws.column(j);
        double low = discrete ? prior[0] : Math.nextDown(quantile(prior, EDGE));
        double high = discrete ? prior[prior.length - 1] : Math.nextUp(quantile(prior, 1 - EDGE));
        double near = Math.max(share(values, v -> v <= low), share(values, v -> v >= high));
        double[] inside = Arrays.stream(values)
                .filter(v -> v >= quantile(prior, CUT) && v <= quantile(prior, 1 - CUT))
                .toArray();
        double moved = Arrays.stream(inside).average().orElse(Double.NaN) - draws.mean()[j];
        return new Bounds(near, (double) inside.length / values.length, draws.sd()[j] == 0 ? 0 : moved / draws.sd()[j]);
    }

    private static double quantile(double[] sorted, double level) {
        return sorted[(int) (level * sorted.length)];
    }

    private static Shift shift(
            Draws draws,
            int j,
            double[] wider,
            double[] narrower,
            double[] prior,
            Support support,
            Optional<Bounds> bounds) {
        double[] values = draws.column(j);
        double mean = draws.mean()[j];
        double sd = draws.sd()[j];
        // Numbers of named values have no mean that could move.
        boolean still = sd == 0 || support.isNamed();
        double low = quantile(prior, EDGE);
        double high = quantile(prior, 1 - EDGE);
        double below =
                isChosen(support.lower(), support) ? excess(values, prior, support, v -> v < low, support.lower()) : 0;
        double above =
                isChosen(support.upper(), support) ? excess(values, prior, support, v -> v > high, support.upper()) : 0;
        return new Shift(
                draws.parameters().get(j),
                still ? 0 : (mean(values, wider) - mean) / sd,
                still ? 0 : (mean(values, narrower) - mean) / sd,
                Math.max(below, above),
                above > below,
                bounds);
    }

    /** The share of the draws at the edge; of a discrete parameter, that at its last value beyond what the prior has there. */
    private static double excess(double[] values, double[] prior, Support support, DoublePredicate edge, double end) {
        if (!support.isDiscrete()) return share(values, edge);
        return support.isNamed() ? 0 : Math.max(0, share(values, v -> v == end) - share(prior, v -> v == end));
    }

    private static double share(double[] values, DoublePredicate condition) {
        return Arrays.stream(values).filter(condition).count() / (double) values.length;
    }

    /** Whether somebody chose where the prior ends: not at 0, where positive numbers end, nor at 1, where probabilities do. */
    private static boolean isChosen(double bound, Support support) {
        boolean probability = support.lower() == 0 && support.upper() == 1;
        return Double.isFinite(bound) && bound != 0 && !probability;
    }

    /** Weights p^power that sum to one. */
    private static double[] weights(double[] logPrior, double power) {
        double largest = Arrays.stream(logPrior).map(v -> power * v).max().orElseThrow();
        double[] weights =
                Arrays.stream(logPrior).map(v -> Math.exp(power * v - largest)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(w -> w / sum).toArray();
    }

    private static double mean(double[] values, double[] weights) {
        double sum = 0;
        for (int l = 0; l < values.length; l++) sum += weights[l] * values[l];
        return sum;
    }

    private static double size(double[] weights) {
        return 1 / Arrays.stream(weights).map(w -> w * w).sum();
    }

    /** Whether another prior would clearly move the posterior. */
    public boolean warns() {
        return shifts.stream().anyMatch(s -> s.largest() >= NOTABLE || s.presses());
    }

    /** Whether these draws, or so many of equal weight, tell where a posterior moves. */
    boolean tells(double size) {
        return size >= Math.min(LEAST_SIZE, draws / 4.0);
    }

    /** The result in a few sentences. */
    public String sentence() {
        return new SensitivityWords(this).sentence();
    }

    /** The result in a few words, for a table. */
    public String words() {
        return new SensitivityWords(this).words();
    }
}
