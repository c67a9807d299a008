package bayesflow4j.sequential;

import bayesflow4j.classical.Lottery;
import bayesflow4j.head.Normals;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * p(θ) restricted to {log q(θ) ≥ τ}, where τ is a small quantile of log q under q itself (Deistler et al. 2022). Drawn by
 * rejection from the prior; where that would take too long, from a normal distribution around q that is wider than the region,
 * by importance resampling.
 */
final class TruncatedPrior implements Proposal {
    private static final int DRAWS = 5000;
    private static final int PRIOR_DRAWS = 2000;

    /** With a smaller share of the prior inside, rejection takes too long. */
    private static final double LEAST_SHARE = 0.01;

    /** Draws inside the region among which one is chosen by its weight; weights differ by a factor of e^{D/2} at most. */
    private static final int CHOICES = 16;

    /** Candidates for one draw, after which those inside so far must do. */
    private static final int MOST_TRIES = 20_000;

    private final Prior prior;
    private final DensityPosterior q;
    private final double threshold;
    private final double share;
    private final Optional<Normals> envelope;
    private final LongAdder tried = new LongAdder();
    private final LongAdder inside = new LongAdder();

    private TruncatedPrior(
            Prior prior, DensityPosterior q, double threshold, double share, Optional<Normals> envelope) {
        this.prior = prior;
        this.q = q;
        this.threshold = threshold;
        this.share = share;
        this.envelope = envelope;
    }

    /** The region that holds all but this fraction of q. */
    static TruncatedPrior of(Prior prior, DensityPosterior q, double fraction, Seed seed) {
        Draws draws = q.sample(DRAWS, seed.child("region"));
        double[] sorted = IntStream.range(0, DRAWS)
                .parallel()
                .mapToDouble(l -> q.logDensity(draws.row(l)))
                .sorted()
                .toArray();
        double threshold = sorted[(int) (fraction * DRAWS)];
        Seed own = seed.child("share");
        double share = IntStream.range(0, PRIOR_DRAWS)
                        .parallel()
                        .filter(i -> q.logDensity(prior.sample(own.stream(i))) >= threshold)
                        .count()
                / (double) PRIOR_DRAWS;
        Optional<Normals> envelope = share >= LEAST_SHARE ? Optional.empty() : Optional.of(around(prior, draws));
        return new TruncatedPrior(prior, q, threshold, share, envelope);
    }

    /** A normal with the mean of the draws, so wide that the farthest of them is D squared deviations away. */
    private static Normals around(Prior prior, Draws draws) {
        double[][] real = Arrays.stream(draws.rows()).map(prior::toReal).toArray(double[][]::new);
        Draws line = Draws.of(prior.names(), real);
        double[] mean = line.mean();
        Normals close = Normals.of(mean, line.covariance());
        double farthest = 0;
        for (double[] row : real) {
            double[] off = new double[mean.length];
            for (int j = 0; j < off.length; j++) off[j] = row[j] - mean[j];
            farthest = Math.max(farthest, Normals.quadratic(close.precisions()[0], off));
        }
        double[][] wide = line.covariance();
        for (double[] row : wide) for (int j = 0; j < row.length; j++) row[j] *= farthest / mean.length;
        return Normals.of(mean, wide);
    }

    boolean contains(double[] theta) {
        return q.logDensity(theta) >= threshold;
    }

    @Override
    public double[][] sample(int count, Seed seed) {
        return IntStream.range(0, count)
                .parallel()
                .mapToObj(
                        i -> envelope.map(e -> resampled(e, seed.stream(i))).orElseGet(() -> rejected(seed.stream(i))))
                .toArray(double[][]::new);
    }

    private double[] rejected(RandomGenerator rng) {
        while (true) {
            double[] theta = prior.sample(rng);
            tried.increment();
            if (!contains(theta)) continue;
            inside.increment();
            return theta;
        }
    }

    private double[] resampled(Normals wide, RandomGenerator rng) {
        double[][] choices = new double[CHOICES][];
        double[] log = new double[CHOICES];
        int found = 0;
        double[] real = wide.sample(rng);
        for (int tries = 1; found < CHOICES && (tries < MOST_TRIES || found == 0); tries++) {
            double[] theta = prior.fromReal(real);
            tried.increment();
            if (contains(theta)) {
                inside.increment();
                choices[found] = theta;
                log[found++] = prior.logDensity(theta) - prior.logSlope(theta) - wide.logDensity(real);
            }
            real = wide.sample(rng);
        }
        double top = Arrays.stream(log, 0, found).max().orElseThrow();
        double[] weights =
                Arrays.stream(log, 0, found).map(l -> StrictMath.exp(l - top)).toArray();
        return choices[new Lottery(weights).draw(rng)];
    }

    /** log p(θ) inside, without the region's probability. */
    @Override
    public double logDensity(double[] theta) {
        return contains(theta) ? prior.logDensity(theta) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double acceptance() {
        return tried.sum() == 0 ? share : (double) inside.sum() / tried.sum();
    }

    @Override
    public String note() {
        return envelope.isEmpty()
                ? String.format(Locale.ROOT, "%.2g of the prior", share)
                : "drawn by importance resampling";
    }
}
