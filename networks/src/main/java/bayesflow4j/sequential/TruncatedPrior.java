package bayesflow4j.sequential;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * p(θ) restricted to {log q(θ) ≥ τ}, where τ is a small quantile of log q under q itself (Deistler et al. 2022). Drawn by
 * rejection from the prior; where that would take too long, by a Markov chain for each draw, which begins at a draw of q and
 * moves by differences of others (ter Braak 2006), so that it follows a region of any shape.
 */
final class TruncatedPrior implements Proposal {
    private static final int DRAWS = 5000;
    private static final int PRIOR_DRAWS = 2000;

    /** With a smaller share of the prior inside, rejection takes too long. */
    private static final double LEAST_SHARE = 0.01;

    /** Moves of a chain; 40 suffice for a ball of ten dimensions. */
    private static final int MOVES = 60;

    private static final double LONGEST_MOVE = 2;
    private static final double SHORTEST_MOVE = 0.2;

    /** The share of moves by a whole difference, which lead from one mode to another. */
    private static final double WHOLE_MOVES = 0.25;

    private final Prior prior;
    private final DensityPosterior q;
    private final double threshold;
    private final double share;
    private final double[][] starts;
    private final LongAdder tried = new LongAdder();
    private final LongAdder inside = new LongAdder();

    private TruncatedPrior(Prior prior, DensityPosterior q, double threshold, double share, double[][] starts) {
        this.prior = prior;
        this.q = q;
        this.threshold = threshold;
        this.share = share;
        this.starts = starts;
    }

    /** The region that holds all but this fraction of q. */
    static TruncatedPrior of(Prior prior, DensityPosterior q, double fraction, Seed seed) {
        Draws draws = q.sample(DRAWS, seed.child("region"));
        double[] log = IntStream.range(0, DRAWS)
                .parallel()
                .mapToDouble(l -> q.logDensity(draws.row(l)))
                .toArray();
        double[] sorted = log.clone();
        Arrays.sort(sorted);
        double threshold = sorted[(int) (fraction * DRAWS)];
        Seed own = seed.child("share");
        double share = IntStream.range(0, PRIOR_DRAWS)
                        .parallel()
                        .filter(i -> q.logDensity(prior.sample(own.stream(i))) >= threshold)
                        .count()
                / (double) PRIOR_DRAWS;
        double[][] starts = IntStream.range(0, share >= LEAST_SHARE ? 0 : DRAWS)
                .filter(l -> log[l] >= threshold)
                .mapToObj(l -> prior.toReal(draws.row(l)))
                .toArray(double[][]::new);
        return new TruncatedPrior(prior, q, threshold, share, starts);
    }

    boolean contains(double[] theta) {
        return q.logDensity(theta) >= threshold;
    }

    @Override
    public double[][] sample(int count, Seed seed) {
        return IntStream.range(0, count)
                .parallel()
                .mapToObj(i -> starts.length == 0 ? rejected(seed.stream(i)) : moved(seed.stream(i)))
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

    private double[] moved(RandomGenerator rng) {
        double[] real = start(rng);
        double[] theta = prior.fromReal(real);
        double log = logReal(theta);
        for (int move = 0; move < MOVES; move++) {
            double length = rng.nextDouble() < WHOLE_MOVES
                    ? 1
                    : SHORTEST_MOVE * StrictMath.pow(LONGEST_MOVE / SHORTEST_MOVE, rng.nextDouble());
            double[] from = start(rng);
            double[] to = start(rng);
            double[] next = real.clone();
            for (int j = 0; j < next.length; j++) next[j] += length * (to[j] - from[j]);
            double[] candidate = prior.fromReal(next);
            double logThere = logReal(candidate);
            tried.increment();
            boolean likely = logThere - log >= StrictMath.log(rng.nextDouble());
            if (!likely || !contains(candidate)) continue;
            inside.increment();
            real = next;
            theta = candidate;
            log = logThere;
        }
        return theta;
    }

    private double[] start(RandomGenerator rng) {
        return starts[rng.nextInt(starts.length)];
    }

    /** log p on the unconstrained scale. */
    private double logReal(double[] theta) {
        return prior.logDensity(theta) - prior.logSlope(theta);
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
        return starts.length == 0 ? String.format(Locale.ROOT, "%.2g of the prior", share) : "drawn by Markov chains";
    }
}
