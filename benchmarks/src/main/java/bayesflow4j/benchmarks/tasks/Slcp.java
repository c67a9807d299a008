package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A simple likelihood with a complex posterior: θ ~ U(−3, 3)⁵, four points from N₂(m, S) with m = (θ₁, θ₂), standard deviations
 * θ₃² and θ₄² and correlation tanh θ₅. The data are these eight numbers, or a hundred among which they are hidden.
 *
 * <p>The signs of θ₃ and θ₄ leave the likelihood as it is: the exact posterior is drawn for positive ones, then each gets a
 * random sign.
 */
final class Slcp implements Task {
    private static final double BOUND = 3;
    private static final int POINTS = 4;
    private static final int WIDTH = 2 * POINTS;
    private static final int SWEEPS = 400;
    /** The t distributions have no variance: logarithmic beyond the size of a typical number. */
    private static final Scaling HEAVY = Scaling.asinh(10);

    /** θ with positive θ₃ and θ₄. */
    private static final Prior FOLDED = Prior.of("theta1", uniform(-BOUND, BOUND))
            .and("theta2", uniform(-BOUND, BOUND))
            .and("theta3", uniform(0, BOUND))
            .and("theta4", uniform(0, BOUND))
            .and("theta5", uniform(-BOUND, BOUND));

    private final GenerativeModel model;
    private final int[] places;
    private final Published published;

    /** @param places of the eight numbers among the data */
    private Slcp(GenerativeModel model, int[] places, Published published) {
        this.model = model;
        this.places = places;
        this.published = published;
    }

    /** The data are the eight numbers. */
    static Slcp plain() {
        Prior prior = Vectors.alike("theta", 5, uniform(-BOUND, BOUND));
        int[] places = {0, 1, 2, 3, 4, 5, 6, 7};
        return new Slcp(
                Vectors.model("slcp", prior, Vectors.columns("x", WIDTH, Scaling.STANDARD), Slcp::points),
                places,
                Published.of(
                        new Accuracies(1_000, 0.975, 0.831),
                        new Accuracies(10_000, 0.901, 0.646).aiming(0.75),
                        new Accuracies(100_000, 0.831, 0.534).aiming(0.62)));
    }

    /** The data are these numbers and 92 that do not depend on θ, in a fixed random order. */
    static Slcp withDistractors() {
        Prior prior = Vectors.alike("theta", 5, uniform(-BOUND, BOUND));
        Distractors distractors = new Distractors(WIDTH);
        return new Slcp(
                Vectors.model(
                        "slcp-distractors",
                        prior,
                        Vectors.columns("x", Distractors.WIDTH + WIDTH, HEAVY),
                        (theta, rng) -> distractors.hide(points(theta, rng), rng)),
                distractors.places(),
                Published.of(
                        new Accuracies(1_000, 0.982, 0.970),
                        new Accuracies(10_000, 0.970, 0.931, true),
                        new Accuracies(100_000, 0.863, 0.753, true)));
    }

    private static double[] points(double[] theta, RandomGenerator rng) {
        double first = theta[2] * theta[2];
        double second = theta[3] * theta[3];
        double correlation = StrictMath.tanh(theta[4]);
        double rest = Math.sqrt(1 - correlation * correlation);
        double[] x = new double[WIDTH];
        for (int i = 0; i < WIDTH; i += 2) {
            double z = rng.nextGaussian();
            x[i] = theta[0] + first * z;
            x[i + 1] = theta[1] + second * (correlation * z + rest * rng.nextGaussian());
        }
        return x;
    }

    /** log p(x | θ) up to a constant. */
    private static double logLikelihood(double[] x, double[] theta) {
        double first = theta[2] * theta[2];
        double second = theta[3] * theta[3];
        // 1 − tanh² = 4/(e^θ₅ + e^−θ₅)², without the rounding of 1 − tanh² near ±3.
        double growth = Exp.of(theta[4]);
        double correlation = (growth - 1 / growth) / (growth + 1 / growth);
        double rest = 2 / (growth + 1 / growth);
        double squares = 0;
        for (int i = 0; i < WIDTH; i += 2) {
            double u = (x[i] - theta[0]) / first;
            double v = ((x[i + 1] - theta[1]) / second - correlation * u) / rest;
            squares += u * u + v * v;
        }
        return -POINTS * StrictMath.log(first * second * rest) - squares / 2;
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations data) {
        double[] x = Arrays.stream(places).mapToDouble(i -> data.at(0, i)).toArray();
        Posterior folded = new AnnealedPosterior(FOLDED, theta -> logLikelihood(x, theta), SWEEPS);
        return (count, seed) -> unfold(folded.sample(count, seed), seed.child("signs"));
    }

    private static Draws unfold(Draws draws, Seed seed) {
        double[][] rows = draws.rows();
        RandomGenerator rng = seed.stream(0);
        for (double[] row : rows) for (int j = 2; j <= 3; j++) if (rng.nextBoolean()) row[j] = -row[j];
        return Draws.of(draws.parameters(), rows);
    }

    @Override
    public Published published() {
        return published;
    }
}
