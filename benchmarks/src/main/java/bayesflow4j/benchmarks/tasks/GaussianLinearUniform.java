package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Posterior;
import java.util.random.RandomGenerator;

/** Ten means in a box: θ ~ U(−1, 1)¹⁰, x ~ N(θ, 0.1 I). Exact posterior: ten independent normals, truncated to (−1, 1). */
final class GaussianLinearUniform implements Task {
    private final GenerativeModel model = Vectors.model(
            "gaussian-linear-uniform",
            Vectors.alike("theta", GaussianLinear.DIMENSION, uniform(-1, 1)),
            Vectors.columns("x", GaussianLinear.DIMENSION, Scaling.STANDARD),
            GaussianLinear::simulate);

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        return new IndependentDraws(model.prior().names(), rng -> {
            double[] theta = new double[GaussianLinear.DIMENSION];
            for (int i = 0; i < theta.length; i++) theta[i] = truncatedNormal(x.at(0, i), rng);
            return theta;
        });
    }

    /** N(center, 0.1) given (−1, 1), by rejection of prior draws; at least a few of 100 are accepted. */
    private static double truncatedNormal(double center, RandomGenerator rng) {
        double nearest = Math.clamp(center, -1, 1) - center;
        while (true) {
            double theta = 2 * rng.nextDouble() - 1;
            double distance = theta - center;
            double exponent = (nearest * nearest - distance * distance) / (2 * GaussianLinear.VARIANCE);
            if (rng.nextDouble() < Exp.of(exponent)) return theta;
        }
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.696, 0.631, true).aiming(0.68),
                new Accuracies(10_000, 0.553, 0.527, true).aiming(0.55),
                new Accuracies(100_000, 0.509, 0.506));
    }
}
