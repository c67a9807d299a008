package bayesflow4j.scale;

import bayesflow4j.numeric.Cholesky;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * r = W·θ − B·x − c: the residuals of a linear regression of the parameters on a data vector x, decorrelated and scaled
 * to variance one. W is lower triangular with a positive diagonal, so θ can be recovered from r and x. If the posterior
 * is normal with a linear mean, r is standard normal for every x; otherwise the head learns the rest.
 *
 * <p>All numbers are stored in single precision, as in files, and used in double.
 */
final class Residuals {
    private final int data;
    private final int parameters;
    private final float[] w;
    private final float[] b;
    private final float[] c;
    private final double[][] columnsOfW;
    private final double[][] columnsOfB;
    private final double[][] columnsOfInverse;
    private final double logSlope;

    /**
     * @param w [D, D], row by row
     * @param b [D, d], row by row
     * @param c [D]
     */
    Residuals(float[] w, float[] b, float[] c) {
        this.parameters = c.length;
        this.data = b.length / parameters;
        this.w = w;
        this.b = b;
        this.c = c;
        for (int i = 0; i < parameters; i++) {
            if (!(w[i * parameters + i] > 0))
                throw new IllegalArgumentException("residuals: expected a positive diagonal, got "
                        + w[i * parameters + i] + " for parameter " + i);
            for (int j = i + 1; j < parameters; j++)
                if (w[i * parameters + j] != 0)
                    throw new IllegalArgumentException("residuals: expected a lower triangle, got "
                            + w[i * parameters + j] + " in row " + i + ", column " + j);
        }
        this.columnsOfW = columns(w, parameters);
        this.columnsOfB = columns(b, data);
        this.columnsOfInverse = inverse(columnsOfW);
        double sum = 0;
        for (int i = 0; i < parameters; i++) sum += StrictMath.log(columnsOfW[i][i]);
        this.logSlope = sum;
    }

    private double[][] columns(float[] rows, int count) {
        double[][] columns = new double[count][parameters];
        for (int i = 0; i < rows.length; i++) columns[i % count][i / count] = rows[i];
        return columns;
    }

    /** The inverse of a lower triangle, both by columns: column j solves W·v = eⱼ. */
    private static double[][] inverse(double[][] columns) {
        int n = columns.length;
        double[][] inverse = new double[n][n];
        for (int j = 0; j < n; j++) {
            double[] v = inverse[j];
            v[j] = 1;
            for (int k = j; k < n; k++) {
                v[k] /= columns[k][k];
                for (int i = k + 1; i < n; i++) v[i] = Math.fma(-v[k], columns[k][i], v[i]);
            }
        }
        return inverse;
    }

    /** d. */
    int data() {
        return data;
    }

    /** D. */
    int parameters() {
        return parameters;
    }

    float[] w() {
        return w;
    }

    float[] b() {
        return b;
    }

    float[] c() {
        return c;
    }

    /** B·x + c for the row of scaled data that starts at {@code at}. */
    double[] given(float[] x, int at) {
        double[] sum = new double[parameters];
        for (int i = 0; i < parameters; i++) sum[i] = c[i];
        for (int j = 0; j < data; j++) addMultiple(x[at + j], columnsOfB[j], 0, sum);
        return sum;
    }

    /** Writes r for θ on the line. */
    void apply(double[] theta, double[] given, float[] to, int at) {
        double[] sum = new double[parameters];
        for (int j = 0; j < parameters; j++) addMultiple(theta[j], columnsOfW[j], j, sum);
        for (int i = 0; i < parameters; i++) to[at + i] = (float) (sum[i] - given[i]);
    }

    /** θ on the line. */
    double[] undo(float[] from, int at, double[] given) {
        double[] theta = new double[parameters];
        for (int j = 0; j < parameters; j++) addMultiple(from[at + j] + given[j], columnsOfInverse[j], j, theta);
        return theta;
    }

    /** log|det ∂r/∂θ|, a constant. */
    double logSlope() {
        return logSlope;
    }

    private static void addMultiple(double factor, double[] column, int from, double[] to) {
        for (int i = from; i < to.length; i++) to[i] = Math.fma(factor, column[i], to[i]);
    }

    /** Sums over simulations from which a regression is computed. They do not depend on the number of threads. */
    static final class Sums {
        /**
         * Simulations per coefficient: each coefficient costs ½/n nats with n simulations, all of them together an
         * eighth.
         */
        private static final int SETS_PER_NUMBER = 4;

        /** With fewer simulations per column, the regression would fit noise. */
        private static final int LEAST_SETS_PER_COLUMN = 10;

        /** Variance assigned to standardized data in directions without any. */
        private static final double DATA_FLOOR = 1e-8;

        /** Least variance of the residuals relative to the parameters: above the resolution of single precision. */
        private static final double RESIDUAL_FLOOR = 1e-9;

        /**
         * A fraction of each variance that rounding cannot cancel, for columns in which a few simulations are extreme.
         */
        private static final double ROUNDING_FLOOR = 1e-10;

        private static final int ROWS_PER_TASK = 16;

        private final int data;
        private final int size;
        private final double[] sum;
        /** Lower triangle. */
        private final double[][] products;

        private long sets;

        Sums(int data, int parameters) {
            this.data = data;
            this.size = data + parameters;
            this.sum = new double[size];
            this.products = new double[size][];
            for (int i = 0; i < size; i++) products[i] = new double[i + 1];
        }

        /** The number of simulations after which the regression is about an eighth of a nat from the best one. */
        static long enough(int data, int parameters) {
            return SETS_PER_NUMBER * ((long) parameters * data + (long) parameters * (parameters + 1) / 2);
        }

        /** Adds simulations, each a row (x, θ) of scaled numbers. */
        void add(double[][] rows, ForkJoinPool pool) {
            sets += rows.length;
            for (double[] row : rows) for (int j = 0; j < size; j++) sum[j] += row[j];
            int tasks = (size + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
            pool.submit(() -> IntStream.range(0, tasks).parallel().forEach(task -> addProducts(rows, task)))
                    .join();
        }

        private void addProducts(double[][] rows, int task) {
            int from = task * ROWS_PER_TASK;
            int to = Math.min(size, from + ROWS_PER_TASK);
            int k = 0;
            for (; k + 4 <= rows.length; k += 4)
                for (int i = from; i < to; i++) addFour(rows[k], rows[k + 1], rows[k + 2], rows[k + 3], i, products[i]);
            for (; k < rows.length; k++)
                for (int i = from; i < to; i++) for (int j = 0; j <= i; j++) products[i][j] += rows[k][i] * rows[k][j];
        }

        private static void addFour(double[] r, double[] s, double[] t, double[] u, int i, double[] to) {
            double ri = r[i];
            double si = s[i];
            double ti = t[i];
            double ui = u[i];
            for (int j = 0; j < to.length; j++) to[j] += ri * r[j] + si * s[j] + (ti * t[j] + ui * u[j]);
        }

        /** Whether there are enough simulations for a useful regression. */
        boolean suffice() {
            return sets >= (long) LEAST_SETS_PER_COLUMN * size;
        }

        /**
         * With L·Lᵀ the covariance of (x, θ), the last rows of L⁻¹ map x and θ to the residuals of θ: uncorrelated with
         * x and with each other, of variance one.
         */
        Residuals residuals(ForkJoinPool pool) {
            int parameters = size - data;
            double[][] covariance = new double[size][];
            for (int i = 0; i < size; i++) {
                covariance[i] = new double[i + 1];
                for (int j = 0; j <= i; j++)
                    covariance[i][j] = (products[i][j] - sum[i] * (sum[j] / sets)) / (sets - 1);
                covariance[i][i] += Math.max(i < data ? DATA_FLOOR : RESIDUAL_FLOOR, ROUNDING_FLOOR * covariance[i][i]);
            }
            Cholesky factor = Cholesky.of(covariance);
            // The regression itself uses d degrees of freedom.
            double freedom = Math.sqrt((sets - 1.0 - data) / (sets - 1.0));
            double[][] columns = pool.submit(() -> IntStream.range(0, size)
                            .parallel()
                            .mapToObj(j -> {
                                double[] unit = new double[size];
                                unit[j] = freedom;
                                return factor.halfSolve(unit);
                            })
                            .toArray(double[][]::new))
                    .join();
            float[] w = new float[parameters * parameters];
            float[] b = new float[parameters * data];
            float[] c = new float[parameters];
            for (int i = 0; i < parameters; i++) {
                double constant = 0;
                for (int j = 0; j < data; j++) b[i * data + j] = (float) -columns[j][data + i];
                for (int j = 0; j <= i; j++) w[i * parameters + j] = (float) columns[data + j][data + i];
                for (int j = 0; j < size; j++) constant += columns[j][data + i] * (sum[j] / sets);
                c[i] = (float) constant;
            }
            return new Residuals(w, b, c);
        }
    }
}
