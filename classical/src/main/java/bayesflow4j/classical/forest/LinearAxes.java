package bayesflow4j.classical.forest;

import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.model.Domain;
import bayesflow4j.numeric.Cholesky;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * s ↦ (s, B·s + c) [p + D]: statistics with a linear regression of each parameter, mapped to the line, on all of them.
 *
 * <p>A tree asks for one statistic at a time. Where a parameter is a sum of many, it takes a split for each to follow the sum,
 * and runs out of rows before it has; as a statistic of its own, the sum takes one.
 */
public final class LinearAxes {
    /** With fewer rows per statistic, the regression would fit noise. */
    private static final int ROWS_PER_STATISTIC = 10;

    /** Variance added to standardized statistics, for directions without any. */
    private static final double RIDGE = 1e-6;

    private final int inputs;
    private final float[] coefficients;

    /**
     * By the regressions of a file.
     *
     * @param inputs p
     * @param coefficients [D, p + 1], row after row; the last of a row is its constant
     */
    public LinearAxes(int inputs, float[] coefficients) {
        if (inputs < 1 || coefficients.length % (inputs + 1) != 0)
            throw new IllegalArgumentException("axes: expected a multiple of " + (inputs + 1)
                    + " coefficients, for each statistic and a constant, got " + coefficients.length);
        this.inputs = inputs;
        this.coefficients = coefficients.clone();
    }

    /** No axes beside p statistics. */
    public static LinearAxes none(int inputs) {
        return new LinearAxes(inputs, new float[0]);
    }

    /** The regressions of a table, by least squares; none if it has too few rows. */
    public static LinearAxes of(ReferenceTable table, Domain domain) {
        int p = table.width();
        if (table.rows() < ROWS_PER_STATISTIC * (p + 1)) return none(p);
        return new Moments(table, domain).regressions();
    }

    /** p. */
    public int inputs() {
        return inputs;
    }

    /** The number of axes: D, or none. */
    public int count() {
        return coefficients.length / (inputs + 1);
    }

    /** p + D. */
    public int width() {
        return inputs + count();
    }

    /** B and c [D, p + 1], row after row, a copy. */
    public float[] coefficients() {
        return coefficients.clone();
    }

    /** (s, B·s + c) [p + D]. */
    float[] features(float[] statistics) {
        if (statistics.length != inputs)
            throw new IllegalArgumentException("statistics: expected " + inputs + ", got " + statistics.length);
        float[] features = Arrays.copyOf(statistics, width());
        for (int k = 0; k < count(); k++) {
            int at = k * (inputs + 1);
            double sum = coefficients[at + inputs];
            for (int i = 0; i < inputs; i++) sum = Math.fma(coefficients[at + i], (double) statistics[i], sum);
            features[inputs + k] = (float) Math.clamp(sum, -Float.MAX_VALUE, Float.MAX_VALUE);
        }
        return features;
    }

    /** The features of all rows of a table. */
    public Features features(ReferenceTable table, int threads) {
        float[] values = new float[Math.multiplyExact(table.rows(), width())];
        float[] row = new float[inputs];
        for (int i = 0; i < table.rows(); i++) {
            for (int j = 0; j < inputs; j++) row[j] = table.statistic(i, j);
            System.arraycopy(features(row), 0, values, i * width(), width());
        }
        return Features.of(width(), values, threads);
    }

    /** Means and products of (s, θ on the line) over the rows whose θ is not on the edge of the domain. */
    private static final class Moments {
        private final int p;
        private final int size;
        private final double[] mean;
        private final double[] sd;
        private final double[][] products;
        private long rows;

        Moments(ReferenceTable table, Domain domain) {
            p = table.width();
            size = p + domain.dimension();
            mean = new double[size];
            sd = new double[size];
            products = new double[size][size];
            visit(table, domain, row -> {
                rows++;
                for (int j = 0; j < size; j++) mean[j] += row[j];
            });
            for (int j = 0; j < size; j++) mean[j] /= rows;
            visit(table, domain, row -> {
                for (int j = 0; j < size; j++) sd[j] += (row[j] - mean[j]) * (row[j] - mean[j]);
            });
            // A statistic that does not vary is zero after its mean is taken off, whatever it is divided by.
            for (int j = 0; j < size; j++) sd[j] = sd[j] > 0 ? Math.sqrt(sd[j] / rows) : 1;
            visit(table, domain, this::addProducts);
        }

        private static void visit(ReferenceTable table, Domain domain, Consumer<double[]> each) {
            int p = table.width();
            for (int i = 0; i < table.rows(); i++) {
                double[] theta = domain.toReal(table.theta(i));
                if (!Arrays.stream(theta).allMatch(Double::isFinite)) continue;
                double[] row = new double[p + theta.length];
                for (int j = 0; j < p; j++) row[j] = table.statistic(i, j);
                System.arraycopy(theta, 0, row, p, theta.length);
                each.accept(row);
            }
        }

        private void addProducts(double[] row) {
            for (int j = 0; j < size; j++) row[j] = (row[j] - mean[j]) / sd[j];
            for (int j = 0; j < size; j++) {
                double[] to = products[j];
                double factor = row[j];
                for (int i = 0; i <= Math.min(j, p - 1); i++) to[i] += factor * row[i];
            }
        }

        LinearAxes regressions() {
            double[][] covariance = new double[p][];
            for (int j = 0; j < p; j++) {
                covariance[j] = Arrays.copyOf(products[j], j + 1);
                for (int i = 0; i <= j; i++) covariance[j][i] /= rows;
                covariance[j][j] += RIDGE;
            }
            Cholesky factor = Cholesky.of(covariance);
            float[] coefficients = new float[(size - p) * (p + 1)];
            for (int k = p; k < size; k++) {
                double[] cross = Arrays.copyOf(products[k], p);
                for (int i = 0; i < p; i++) cross[i] /= rows;
                double[] slopes = factor.solve(cross);
                int at = (k - p) * (p + 1);
                double constant = mean[k];
                for (int i = 0; i < p; i++) {
                    double slope = slopes[i] * sd[k] / sd[i];
                    coefficients[at + i] = (float) slope;
                    constant -= slope * mean[i];
                }
                coefficients[at + p] = (float) constant;
            }
            return new LinearAxes(p, coefficients);
        }
    }
}
