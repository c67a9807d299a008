package bayesflow4j.amortized;

import bayesflow4j.head.categorical.Refit;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Refits of all classifiers to held-out data sets, see {@link Refit}. The result does not depend on the number of threads.
 *
 * @param seed of the random halves that refits see
 * @param threads that work at once
 * @param watch sees how far they are
 */
public record Refitting(Seed seed, int threads, Watch watch) {
    /** Refits of each classifier. */
    private static final int REFITS = 4;

    private static final long MILLIS = 250;

    /** Called a few times a second by the thread that asked for refits; what it throws ends them. */
    @FunctionalInterface
    public interface Watch {
        /** So many of all refits are finished. */
        void at(int done, int total);
    }

    /** Refuses fewer than one thread. */
    public Refitting {
        if (threads < 1) throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
    }

    /**
     * Coefficients of the features of each classifier by some refits [E][R][J][P].
     *
     * @param labels the index of the model of each reference data set [n]
     */
    double[][][][] of(AmortizedPosterior classifiers, int[] labels) {
        double[][] summaries = classifiers.referenceSummaries();
        double[][][] logits = new double[summaries.length][][];
        double[][][][] features = new double[summaries.length][][][];
        int members = classifiers.logits(summaries[0]).length;
        Refit[] refits = new Refit[members];
        double[][][][] coefficients = new double[members][REFITS][][];
        AtomicInteger done = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        Runnable goOn = () -> {
            if (ended.get()) throw new CancellationException();
        };
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            ForkJoinTask<?> all = pool.submit(() -> {
                each(summaries.length, m -> {
                    logits[m] = classifiers.logits(summaries[m]);
                    features[m] = classifiers.features(summaries[m]);
                });
                each(members, e -> refits[e] = refit(e, logits, features, labels));
                each(members * REFITS, i -> {
                    Seed own = seed.child(i / REFITS).child(i % REFITS);
                    coefficients[i / REFITS][i % REFITS] = refits[i / REFITS].draw(own, goOn);
                    done.incrementAndGet();
                });
            });
            try {
                do watch.at(done.get(), members * REFITS);
                while (!all.quietlyJoinUninterruptibly(MILLIS, TimeUnit.MILLISECONDS));
            } finally {
                ended.set(true);
            }
            all.join();
        }
        return coefficients;
    }

    private static Refit refit(int e, double[][][] logits, double[][][][] features, int[] labels) {
        return new Refit(
                Arrays.stream(logits).map(set -> set[e]).toArray(double[][]::new),
                Arrays.stream(features).map(set -> set[e]).toArray(double[][][]::new),
                labels);
    }

    private interface Work {
        void at(int index);
    }

    private static void each(int count, Work work) {
        IntStream.range(0, count).parallel().forEach(work::at);
    }
}
