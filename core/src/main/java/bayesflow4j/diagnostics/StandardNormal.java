package bayesflow4j.diagnostics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** N(0, 1), as the tests of a verdict use it. */
final class StandardNormal {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private StandardNormal() {}

    /** P(|Z| ≥ |z|). */
    static double twoSided(double z) {
        return 2 * NORMAL.survivalProbability(Math.abs(z));
    }

    /** The z with P(Z ≤ z) = p. */
    static double quantile(double p) {
        return NORMAL.inverseCumulativeProbability(p);
    }
}
