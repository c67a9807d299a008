package bayesflow4j.posterior;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * θ⁽¹⁾ … θ⁽ᴸ⁾ ~ p(θ | x): L draws [L, D] of D named parameters given one data set. Immutable; every number is finite.
 */
public final class Draws implements Serializable {
    private final List<String> parameters;
    private final int count;
    private final double[] columns;

    /** {@code columns} [D, L]: by parameter, as nearly all statistics of draws are. */
    private Draws(List<String> parameters, int count, double[] columns) {
        this.parameters = parameters;
        this.count = count;
        this.columns = columns;
    }

    /** Draws from rows [L][D]. */
    public static Draws of(List<String> parameters, double[][] rows) {
        int width = parameters.size();
        double[] flat = new double[rows.length * width];
        for (int l = 0; l < rows.length; l++) {
            if (rows[l].length != width)
                throw new IllegalArgumentException(
                        "rows[" + l + "]: expected " + width + " numbers, one per parameter, got " + rows[l].length);
            System.arraycopy(rows[l], 0, flat, l * width, width);
        }
        return of(parameters, flat);
    }

    /** Draws from rows [L, D] that follow one another in {@code values}. */
    public static Draws of(List<String> parameters, double[] values) {
        List<String> names = List.copyOf(parameters);
        int width = names.size();
        if (width == 0) throw new IllegalArgumentException("parameters: expected at least one, got none");
        if (new HashSet<>(names).size() != width)
            throw new IllegalArgumentException("parameters: expected different names, got " + names);
        if (values.length == 0 || values.length % width != 0)
            throw new IllegalArgumentException(
                    "values: expected a positive multiple of " + width + " numbers, got " + values.length);
        int count = values.length / width;
        double[] columns = new double[values.length];
        for (int l = 0; l < count; l++)
            for (int j = 0; j < width; j++) {
                double value = values[l * width + j];
                if (!Double.isFinite(value))
                    throw new IllegalArgumentException(
                            "draw " + l + " of " + names.get(j) + ": expected a finite number, got " + value);
                columns[j * count + l] = value;
            }
        return new Draws(names, count, columns);
    }

    /** Names of the D parameters. */
    public List<String> parameters() {
        return parameters;
    }

    /** L. */
    public int count() {
        return count;
    }

    /** θ_j of draw {@code l}. */
    public double value(int l, int j) {
        return columns[j * count + l];
    }

    /** All draws of one parameter [L], in the order in which they were drawn. */
    public double[] column(int j) {
        return Arrays.copyOfRange(columns, j * count, (j + 1) * count);
    }

    /** One draw [D]. */
    public double[] row(int l) {
        double[] row = new double[parameters.size()];
        for (int j = 0; j < row.length; j++) row[j] = value(l, j);
        return row;
    }

    /** All draws [L][D], a copy. */
    public double[][] rows() {
        double[][] rows = new double[count][];
        for (int l = 0; l < count; l++) rows[l] = row(l);
        return rows;
    }

    /** E[θ | x] [D]. */
    public double[] mean() {
        double[] mean = new double[parameters.size()];
        for (int j = 0; j < mean.length; j++) {
            double sum = 0;
            for (int l = 0; l < count; l++) sum += value(l, j);
            mean[j] = sum / count;
        }
        return mean;
    }

    /** Standard deviations [D], with L − 1; zero for a single draw. */
    public double[] sd() {
        double[] mean = mean();
        double[] sd = new double[mean.length];
        for (int j = 0; j < sd.length; j++) {
            double squares = 0;
            for (int l = 0; l < count; l++) squares += (value(l, j) - mean[j]) * (value(l, j) - mean[j]);
            sd[j] = Math.sqrt(squares / Math.max(1, count - 1));
        }
        return sd;
    }

    /** Covariance matrix [D][D], with L − 1. */
    public double[][] covariance() {
        double[] mean = mean();
        int width = mean.length;
        double[][] covariance = new double[width][width];
        for (int i = 0; i < width; i++)
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int l = 0; l < count; l++) sum += (value(l, i) - mean[i]) * (value(l, j) - mean[j]);
                covariance[i][j] = covariance[j][i] = sum / Math.max(1, count - 1);
            }
        return covariance;
    }

    /** Medians [D]. */
    public double[] median() {
        double[] median = new double[parameters.size()];
        for (int j = 0; j < median.length; j++) median[j] = quantiles(j, 0.5)[0];
        return median;
    }

    /** Quantiles of one parameter, linear between the order statistics (type 7 of Hyndman and Fan, as numpy's default). */
    public double[] quantiles(int j, double... probabilities) {
        double[] sorted = column(j);
        Arrays.sort(sorted);
        double[] quantiles = new double[probabilities.length];
        for (int i = 0; i < quantiles.length; i++) {
            double p = probabilities[i];
            if (!(p >= 0 && p <= 1))
                throw new IllegalArgumentException("probability: expected a number from 0 to 1, got " + p);
            double position = p * (count - 1);
            int below = (int) position;
            int above = Math.min(below + 1, count - 1);
            quantiles[i] = sorted[below] + (position - below) * (sorted[above] - sorted[below]);
        }
        return quantiles;
    }
}
