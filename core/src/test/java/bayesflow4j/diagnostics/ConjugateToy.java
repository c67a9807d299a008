package bayesflow4j.diagnostics;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * θ ~ N(0, I₂), x = θ + N(0, ¼ I₂): the exact posterior is N(0.8 x, 0.2 I₂). {@code Claim} is what a sampler claims the
 * posterior to be, from its mean and standard deviation and a standard normal number.
 */
final class ConjugateToy {
    static final List<String> PARAMETERS = List.of("mu", "beta1");

    interface Claim {
        double draw(double mean, double sd, RandomGenerator rng);
    }

    static final Claim EXACT = (mean, sd, rng) -> mean + sd * rng.nextGaussian();
    static final Claim NARROW = (mean, sd, rng) -> mean + 0.6 * sd * rng.nextGaussian();
    static final Claim WIDE = (mean, sd, rng) -> mean + 1.6 * sd * rng.nextGaussian();
    static final Claim SHIFTED = (mean, sd, rng) -> mean + sd + sd * rng.nextGaussian();
    /** Mean and variance are right, the skewness is that of an exponential. */
    static final Claim SKEWED = (mean, sd, rng) -> mean - sd + sd * rng.nextExponential();
    /** Ignores the data: ranks are uniform, and yet nothing is learned. */
    static final Claim PRIOR = (mean, sd, rng) -> rng.nextGaussian();

    private ConjugateToy() {}

    static Recovery recovery(int dataSets, int draws, Seed seed, Claim claim) {
        double[][] truth = new double[dataSets][2];
        List<Draws> all = new ArrayList<>();
        for (int k = 0; k < dataSets; k++) {
            RandomGenerator rng = seed.stream(k);
            double[][] rows = new double[draws][2];
            for (int j = 0; j < 2; j++) {
                truth[k][j] = rng.nextGaussian();
                double x = truth[k][j] + 0.5 * rng.nextGaussian();
                for (double[] row : rows) row[j] = claim.draw(0.8 * x, Math.sqrt(0.2), rng);
            }
            all.add(Draws.of(PARAMETERS, rows));
        }
        return Recovery.of(PARAMETERS, truth, all);
    }
}
