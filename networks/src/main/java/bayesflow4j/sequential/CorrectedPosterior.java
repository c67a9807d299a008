package bayesflow4j.sequential;

import bayesflow4j.classical.Lottery;
import bayesflow4j.head.Normals;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;

/**
 * g(φ(θ)) · p(θ) / p_N(θ), normalized: a mixture of normals g that was corrected as if the prior were a normal p_N on the
 * unconstrained scale, with the rest of the correction as weights. Where the mixture is narrow against the prior, these hardly
 * differ.
 */
final class CorrectedPosterior implements DensityPosterior {
    private static final int DRAWS_FOR_CONSTANT = 2000;

    /** Candidates for each draw, among which one is chosen by its weight. */
    private static final int CHOICES = 8;

    private final Prior prior;
    private final Correction correction;
    private final Normals mixture;
    private final Normals normalPrior;
    private final double logConstant;

    CorrectedPosterior(Prior prior, Correction correction, Normals normalPrior, Seed seed) {
        this.prior = prior;
        this.correction = correction;
        this.mixture = correction.mixture();
        this.normalPrior = normalPrior;
        RandomGenerator rng = seed.stream(0);
        double[] log = new double[DRAWS_FOR_CONSTANT];
        double top = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < log.length; i++) top = Math.max(top, log[i] = logWeight(mixture.sample(rng)));
        double sum = 0;
        for (double l : log) sum += StrictMath.exp(l - top);
        logConstant = top + StrictMath.log(sum / log.length);
    }

    Correction correction() {
        return correction;
    }

    private double logWeight(double[] real) {
        double[] theta = prior.fromReal(real);
        return prior.logDensity(theta) - prior.logSlope(theta) - normalPrior.logDensity(real);
    }

    @Override
    public double logDensity(double[] theta) {
        if (!prior.contains(theta)) return Double.NEGATIVE_INFINITY;
        double[] real = prior.toReal(theta);
        return mixture.logDensity(real) + logWeight(real) + prior.logSlope(theta) - logConstant;
    }

    @Override
    public Draws sample(int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] draws = new double[count][];
        double[][] choices = new double[CHOICES][];
        double[] weights = new double[CHOICES];
        for (int l = 0; l < count; l++) {
            double top = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < CHOICES; i++) {
                choices[i] = mixture.sample(rng);
                top = Math.max(top, weights[i] = logWeight(choices[i]));
            }
            for (int i = 0; i < CHOICES; i++) weights[i] = StrictMath.exp(weights[i] - top);
            draws[l] = prior.fromReal(choices[new Lottery(weights).draw(rng)]);
        }
        return Draws.of(prior.names(), draws);
    }
}
