package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.Posterior;
import java.util.random.RandomGenerator;

/**
 * A crescent that is shifted by θ ~ U(−1, 1)²: x = p + (−|θ₁ + θ₂|, θ₂ − θ₁)/√2 with p = (r cos a + ¼, r sin a), where
 * r ~ N(0.1, 0.01²) and a ~ U(−π/2, π/2).
 *
 * <p>Exact posterior: the shift is a rotation of θ, folded at θ₁ + θ₂ = 0. So p from its own law, unfolded with either sign,
 * has the density of θ given x wherever the fold can be undone and θ lies in the box.
 */
final class TwoMoons implements Task {
    private static final double BOUND = 1;

    private final GenerativeModel model = Vectors.model(
            "two-moons",
            Vectors.alike("theta", 2, uniform(-BOUND, BOUND)),
            Vectors.columns("x", 2, Scaling.STANDARD),
            TwoMoons::simulate);

    private static double[] simulate(double[] theta, RandomGenerator rng) {
        double[] p = crescent(rng);
        p[0] -= Math.abs(theta[0] + theta[1]) / Math.sqrt(2);
        p[1] += (theta[1] - theta[0]) / Math.sqrt(2);
        return p;
    }

    private static double[] crescent(RandomGenerator rng) {
        double angle = Math.PI * (rng.nextDouble() - 0.5);
        double radius = 0.1 + 0.01 * rng.nextGaussian();
        return new double[] {radius * StrictMath.cos(angle) + 0.25, radius * StrictMath.sin(angle)};
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        return new IndependentDraws(
                model.prior().names(),
                rng -> IndependentDraws.withinCube(BOUND, rng, r -> unfolded(x.at(0, 0), x.at(0, 1), r)));
    }

    /** A θ whose shift takes a draw of the crescent to x; outside of the box if no θ does. */
    private static double[] unfolded(double x1, double x2, RandomGenerator rng) {
        double[] p = crescent(rng);
        double folded = p[0] - x1;
        double sum = rng.nextBoolean() ? folded : -folded;
        double difference = x2 - p[1];
        if (folded < 0) return new double[] {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
        return new double[] {(sum - difference) / Math.sqrt(2), (sum + difference) / Math.sqrt(2)};
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.725, 0.570).aiming(0.60),
                new Accuracies(10_000, 0.606, 0.513).aiming(0.53),
                new Accuracies(100_000, 0.542, 0.502).aiming(0.51));
    }
}
