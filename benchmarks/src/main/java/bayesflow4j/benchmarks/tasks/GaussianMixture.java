package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.Posterior;
import java.util.random.RandomGenerator;

/**
 * A common mean: θ ~ U(−10, 10)², x ~ ½ N(θ, I) + ½ N(θ, 0.01 I). Exact posterior: the same mixture around x, truncated to
 * the box.
 */
final class GaussianMixture implements Task {
    private static final double BOUND = 10;
    private static final double NARROW = 0.1;

    private final GenerativeModel model = Vectors.model(
            "gaussian-mixture",
            Vectors.alike("theta", 2, uniform(-BOUND, BOUND)),
            Vectors.columns("x", 2, Scaling.STANDARD),
            (theta, rng) -> around(theta[0], theta[1], rng));

    private static double[] around(double first, double second, RandomGenerator rng) {
        double deviation = rng.nextBoolean() ? 1 : NARROW;
        return new double[] {first + deviation * rng.nextGaussian(), second + deviation * rng.nextGaussian()};
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        return new IndependentDraws(
                model.prior().names(),
                rng -> IndependentDraws.withinCube(BOUND, rng, r -> around(x.at(0, 0), x.at(0, 1), r)));
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.716, 0.572),
                new Accuracies(10_000, 0.615, 0.511).aiming(0.54),
                new Accuracies(100_000, 0.548, 0.501));
    }
}
