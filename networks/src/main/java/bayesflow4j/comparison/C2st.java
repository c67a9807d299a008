package bayesflow4j.comparison;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.RandomOrder;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The classifier two-sample test (Lopez-Paz and Oquab 2017): the accuracy of a classifier that predicts which of two
 * samples a held-out point comes from. ½ means indistinguishable samples, 1 perfectly separable ones. Configured as in
 * Lueckmann et al. (2021): z-scores by the first sample, two hidden layers of 10 D units, five folds.
 */
public final class C2st {
    private static final int FOLDS = 5;

    private C2st() {}

    /**
     * C2ST between two sets of draws of the same parameters and equal size, such as approximate and reference draws.
     */
    public static Estimate of(Draws first, Draws second, Seed seed) {
        if (!first.parameters().equals(second.parameters()))
            throw new IllegalArgumentException(
                    "second: expected the parameters " + first.parameters() + ", got " + second.parameters());
        return of(rows(first), rows(second), seed);
    }

    private static double[][] rows(Draws draws) {
        return IntStream.range(0, draws.count()).mapToObj(draws::row).toArray(double[][]::new);
    }

    /** C2ST between rows [n][D] and rows [n][D]: the mean accuracy over the folds and its standard error. */
    public static Estimate of(double[][] first, double[][] second, Seed seed) {
        if (first.length != second.length || first.length < 2 * FOLDS)
            throw new IllegalArgumentException("second: expected as many rows as first, at least " + 2 * FOLDS
                    + ", got " + second.length + " for " + first.length);
        int width = first[0].length;
        double[] mean = new double[width];
        double[] sd = new double[width];
        for (int j = 0; j < width; j++) {
            int column = j;
            double[] values =
                    Arrays.stream(first).mapToDouble(row -> row[column]).toArray();
            mean[j] = Arrays.stream(values).average().orElseThrow();
            double squares = Arrays.stream(values)
                    .map(v -> (v - mean[column]) * (v - mean[column]))
                    .sum();
            sd[j] = squares > 0 ? Math.sqrt(squares / (values.length - 1)) : 1;
        }
        float[] points = new float[2 * first.length * width];
        int[] order = RandomOrder.of(2 * first.length, seed.child("c2st").stream(-1));
        boolean[] labels = new boolean[order.length];
        for (int i = 0; i < order.length; i++) {
            labels[i] = order[i] >= first.length;
            double[] row = labels[i] ? second[order[i] - first.length] : first[order[i]];
            for (int j = 0; j < width; j++) points[i * width + j] = (float) ((row[j] - mean[j]) / sd[j]);
        }
        double[] accuracies = IntStream.range(0, FOLDS)
                .parallel()
                .mapToDouble(fold ->
                        accuracy(points, labels, width, fold, seed.child("c2st").child(fold)))
                .toArray();
        return Estimate.ofMean(accuracies);
    }

    private static double accuracy(float[] points, boolean[] labels, int width, int fold, Seed seed) {
        int from = labels.length * fold / FOLDS;
        int to = labels.length * (fold + 1) / FOLDS;
        int[] kept = IntStream.concat(IntStream.range(0, from), IntStream.range(to, labels.length))
                .toArray();
        try (Classifier classifier = new Classifier(width, seed)) {
            classifier.train(points, labels, kept, seed);
            int right = 0;
            for (int i = from; i < to; i++) if (classifier.score(points, i) > 0 == labels[i]) right++;
            return (double) right / (to - from);
        }
    }
}
