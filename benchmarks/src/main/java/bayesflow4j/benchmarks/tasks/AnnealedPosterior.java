package bayesflow4j.benchmarks.tasks;

import bayesflow4j.model.Prior;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * p(θ | x) ∝ p(θ) p(x | θ) by a population of Markov chains that begins at draws from the prior and is led to the posterior
 * through p(θ) p(x | θ)^λ, λ from 0 to 1 (Del Moral, Doucet and Jasra 2006). Each step of λ halves the effective sample size,
 * and is followed by resampling and moves; at λ = 1 many more moves make the draws nearly independent of each other.
 *
 * <p>A move adds the difference of two other points to a point (ter Braak 2006), so its direction and size follow the
 * population. One half of the population moves at a time and takes differences from the other half, which stands still: every
 * move leaves the target invariant, and the result does not depend on threads. All happens on the real line, see
 * {@link Prior#toReal}.
 */
final class AnnealedPosterior implements Posterior {
    /** Fewer points than this do not cover a prior. */
    private static final int LEAST_POINTS = 256;

    private static final int SWEEPS_PER_STEP = 4;
    private static final int BISECTIONS = 100;

    private final Prior prior;
    private final ToDoubleFunction<double[]> logLikelihood;
    private final int sweeps;

    /**
     * With a likelihood in closed form, known up to a factor; NaN counts as impossible.
     *
     * @param sweeps moves of each point at λ = 1
     */
    AnnealedPosterior(Prior prior, ToDoubleFunction<double[]> logLikelihood, int sweeps) {
        this.prior = prior;
        this.logLikelihood = logLikelihood;
        this.sweeps = sweeps;
    }

    @Override
    public Draws sample(int count, Seed seed) {
        int size = Math.max(LEAST_POINTS, count + count % 2);
        Point[] points = parallel(size, i -> point(prior.toReal(prior.sample(seed.child("prior").stream(i)))));
        double power = 0;
        for (int step = 0; power < 1; step++) {
            Seed now = seed.child(step);
            double more = nextPower(points, power) - power;
            points = resampled(points, more, now.stream(0));
            power += more;
            for (int sweep = 0; sweep < SWEEPS_PER_STEP; sweep++) points = swept(points, power, now.child(sweep));
        }
        Seed last = seed.child("last");
        for (int sweep = 0; sweep < sweeps; sweep++) points = swept(points, 1, last.child(sweep));
        // Copies of one ancestor are neighbors: a few draws of many points are taken far from each other.
        double[][] rows = new double[count][];
        for (int l = 0; l < count; l++) rows[l] = prior.fromReal(points[(int) ((long) l * size / count)].real);
        return Draws.of(prior.names(), rows);
    }

    /** A place on the real line with its prior log-density there and its log-likelihood. */
    private record Point(double[] real, double logPrior, double logLikelihood) {}

    private Point point(double[] real) {
        double[] theta = prior.fromReal(real);
        double logPrior = prior.logDensity(theta) - prior.logSlope(theta);
        double value = logLikelihood.applyAsDouble(theta);
        return new Point(real, logPrior, Double.isNaN(value) ? Double.NEGATIVE_INFINITY : value);
    }

    /** The λ, at most 1, to which weights go with half of the effective sample size. */
    private static double nextPower(Point[] points, double power) {
        if (effective(weights(points, 1 - power)) >= points.length / 2.0) return 1;
        double low = 0;
        double high = 1 - power;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (low + high) / 2;
            if (effective(weights(points, middle)) >= points.length / 2.0) low = middle;
            else high = middle;
        }
        return Math.min(1, Math.max(power + high, Math.nextUp(power)));
    }

    /** p(x | θ)^more, relative to the largest. */
    private static double[] weights(Point[] points, double more) {
        double most =
                Arrays.stream(points).mapToDouble(Point::logLikelihood).max().orElseThrow();
        if (!Double.isFinite(most))
            throw new ArithmeticException("exact posterior: expected a likelihood above 0 at some of " + points.length
                    + " prior draws, got a largest log-likelihood of " + most);
        return Arrays.stream(points)
                .mapToDouble(
                        p -> p.logLikelihood == Double.NEGATIVE_INFINITY ? 0 : Exp.of(more * (p.logLikelihood - most)))
                .toArray();
    }

    private static double effective(double[] weights) {
        double sum = 0;
        double squares = 0;
        for (double weight : weights) {
            sum += weight;
            squares += weight * weight;
        }
        return sum * sum / squares;
    }

    /** Systematic resampling: point i appears size · wᵢ times, rounded up or down. */
    private static Point[] resampled(Point[] points, double more, RandomGenerator rng) {
        double[] weights = weights(points, more);
        double spacing = Arrays.stream(weights).sum() / points.length;
        double next = spacing * rng.nextDouble();
        Point[] chosen = new Point[points.length];
        int taken = 0;
        double sum = 0;
        for (int i = 0; i < points.length && taken < chosen.length; i++) {
            sum += weights[i];
            for (; taken < chosen.length && next < sum; next += spacing) chosen[taken++] = points[i];
        }
        // Rounding of the sum can leave the last place empty.
        for (; taken < chosen.length; taken++) chosen[taken] = chosen[taken - 1];
        return chosen;
    }

    /** Each point moved once, first those of even, then those of odd index. */
    private Point[] swept(Point[] points, double power, Seed seed) {
        Point[] half = parallel(
                points.length, i -> i % 2 == 0 ? moved(points[i], points, 1, power, seed.stream(i)) : points[i]);
        return parallel(points.length, i -> i % 2 == 1 ? moved(half[i], half, 0, power, seed.stream(i)) : half[i]);
    }

    /** One move of Metropolis and Hastings along the difference of two points with index {@code parity} modulo 2. */
    private Point moved(Point from, Point[] points, int parity, double power, RandomGenerator rng) {
        double[] a = points[2 * rng.nextInt(points.length / 2) + parity].real;
        double[] b = points[2 * rng.nextInt(points.length / 2) + parity].real;
        double stride = stride(from.real.length, rng);
        double[] real = from.real.clone();
        for (int j = 0; j < real.length; j++) real[j] = Math.fma(stride, a[j] - b[j], real[j]);
        Point to = point(real);
        double gain = to.logPrior - from.logPrior + power * (to.logLikelihood - from.logLikelihood);
        return StrictMath.log(rng.nextDouble()) < gain ? to : from;
    }

    /** Mostly up to the best stride for normal targets, 2.38/√(2D), shorter for curved ones; in 1 of 10, 1: from mode to mode. */
    private static double stride(int dimension, RandomGenerator rng) {
        double u = rng.nextDouble();
        return rng.nextInt(10) == 0 ? 1 : 2.38 / Math.sqrt(2 * dimension) * Exp.of(-3 * u * u);
    }

    private static Point[] parallel(int size, IntFunction<Point> maker) {
        return IntStream.range(0, size).parallel().mapToObj(maker).toArray(Point[]::new);
    }
}
