package bayesflow4j.numeric;

/** L with L·Lᵀ = A, the lower triangular factor of a symmetric positive definite matrix A [n, n]. */
public final class Cholesky {
    private final double[][] lower;

    private Cholesky(double[][] lower) {
        this.lower = lower;
    }

    /** The factor of A; only the lower triangle of A is read. */
    public static Cholesky of(double[][] a) {
        int n = a.length;
        double[][] lower = new double[n][];
        for (int i = 0; i < n; i++) {
            lower[i] = new double[i + 1];
            for (int j = 0; j <= i; j++) {
                double rest = a[i][j] - dot(lower[i], lower[j], j);
                if (j < i) lower[i][j] = rest / lower[j][j];
                else if (rest > 0) lower[i][i] = Math.sqrt(rest);
                else
                    throw new IllegalArgumentException(
                            "matrix: expected positive definite, pivot " + i + " is " + rest);
            }
        }
        return new Cholesky(lower);
    }

    /** A⁻¹ b [n]. */
    public double[] solve(double[] b) {
        int n = lower.length;
        double[] x = halfSolve(b);
        for (int i = n - 1; i >= 0; i--) {
            x[i] /= lower[i][i];
            for (int j = 0; j < i; j++) x[j] = Math.fma(-lower[i][j], x[i], x[j]);
        }
        return x;
    }

    /** L⁻¹ b [n]; its squared length is bᵀ A⁻¹ b. */
    public double[] halfSolve(double[] b) {
        double[] x = b.clone();
        for (int i = 0; i < x.length; i++) x[i] = (x[i] - dot(lower[i], x, i)) / lower[i][i];
        return x;
    }

    /** L z [n], which has covariance A if z has covariance I. */
    public double[] times(double[] z) {
        double[] y = new double[z.length];
        for (int i = 0; i < y.length; i++) y[i] = dot(lower[i], z, i + 1);
        return y;
    }

    /** A⁻¹ [n, n]. */
    public double[][] inverse() {
        int n = lower.length;
        double[][] inverse = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] unit = new double[n];
            unit[i] = 1;
            inverse[i] = solve(unit);
        }
        return inverse;
    }

    /** log det A. */
    public double logDet() {
        double sum = 0;
        for (int i = 0; i < lower.length; i++) sum += 2 * StrictMath.log(lower[i][i]);
        return sum;
    }

    private static double dot(double[] a, double[] b, int count) {
        double sum = 0;
        for (int i = 0; i < count; i++) sum = Math.fma(a[i], b[i], sum);
        return sum;
    }
}
