package bayesflow4j.diagnostics;

import bayesflow4j.numeric.Cholesky;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The distribution of summaries s(x) of simulated data, represented by n of them [n, S], and a test of whether an
 * observed one follows it. Posteriors are valid only if the model resembles reality: an unusual summary means that the network
 * extrapolates. Half of the reference fits mean and covariance, the other half shows how far simulated data usually lie
 * from them, so the false-alarm rates are exact for any distribution.
 */
public final class SummarySpace {
    /** Keeps the covariance of summaries that hardly vary invertible, relative to their average variance. */
    private static final double FLOOR = 1e-8;

    private final double[] mean;
    private final Cholesky covariance;
    private final double[] heldDistances;

    private SummarySpace(double[] mean, Cholesky covariance, double[][] held) {
        this.mean = mean;
        this.covariance = covariance;
        this.heldDistances = Arrays.stream(held)
                .map(this::whitened)
                .mapToDouble(SummarySpace::norm)
                .toArray();
    }

    /** From the summaries of simulated data sets [n][S], n ≥ 40, in any order that does not depend on them. */
    public static SummarySpace of(double[][] reference) {
        if (reference.length < 40)
            throw new IllegalArgumentException("reference: expected at least 40 summaries, got " + reference.length);
        int width = reference[0].length;
        for (double[] summary : reference) require(summary, width);
        double[][] fitted = everySecond(reference, 0);
        double[] mean = new double[width];
        for (double[] s : fitted) for (int i = 0; i < width; i++) mean[i] += s[i] / fitted.length;
        return new SummarySpace(mean, Cholesky.of(covariance(fitted, mean)), everySecond(reference, 1));
    }

    private static void require(double[] summary, int width) {
        if (summary.length != width)
            throw new IllegalArgumentException("summary: expected " + width + " numbers, got " + summary.length);
        for (double value : summary)
            if (!Double.isFinite(value))
                throw new IllegalArgumentException("summary: expected finite numbers, got " + value);
    }

    private static double[][] everySecond(double[][] rows, int first) {
        return IntStream.range(0, rows.length)
                .filter(i -> i % 2 == first)
                .mapToObj(i -> rows[i])
                .toArray(double[][]::new);
    }

    /** Shrunk toward its diagonal by S / (S + n), so that it is invertible for any number of summaries. */
    private static double[][] covariance(double[][] rows, double[] mean) {
        int width = mean.length;
        double[][] covariance = new double[width][width];
        for (double[] row : rows)
            for (int i = 0; i < width; i++)
                for (int j = 0; j <= i; j++)
                    covariance[i][j] += (row[i] - mean[i]) * (row[j] - mean[j]) / (rows.length - 1);
        double average = 0;
        for (int i = 0; i < width; i++) average += covariance[i][i] / width;
        double keep = rows.length / (double) (rows.length + width);
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < i; j++) covariance[i][j] = covariance[j][i] = keep * covariance[i][j];
            covariance[i][i] += Math.max(FLOOR * average, Double.MIN_NORMAL);
        }
        return covariance;
    }

    /** The Mahalanobis distance of the observed summary [S] from the mean, and how often simulated data lie as far. */
    public Surprise of(double[] observed) {
        require(observed, mean.length);
        double distance = norm(whitened(observed));
        long asFar = Arrays.stream(heldDistances).filter(d -> d >= distance).count();
        return new Surprise(distance, (1.0 + asFar) / (1.0 + heldDistances.length));
    }

    private double[] whitened(double[] summary) {
        double[] centered = new double[mean.length];
        for (int i = 0; i < centered.length; i++) centered[i] = summary[i] - mean[i];
        return covariance.halfSolve(centered);
    }

    private static double norm(double[] v) {
        return Math.sqrt(Arrays.stream(v).map(x -> x * x).sum());
    }
}
