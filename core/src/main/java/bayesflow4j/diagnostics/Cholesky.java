package bayesflow4j.diagnostics;

/** The lower triangular C with C·Cᵀ = A, for a symmetric positive definite A [D][D]. */
record Cholesky(double[][] factor) {
    static Cholesky of(double[][] a) {
        int n = a.length;
        double[][] c = new double[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++) {
                double sum = a[i][j];
                for (int k = 0; k < j; k++) sum -= c[i][k] * c[j][k];
                if (i == j && !(sum > 0))
                    throw new IllegalArgumentException("matrix: expected positive definite, got a pivot of " + sum
                            + " in row " + i + " (fewer draws than parameters, or one is constant?)");
                c[i][j] = i == j ? Math.sqrt(sum) : sum / c[j][j];
            }
        return new Cholesky(c);
    }

    double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < factor.length; i++) sum += 2 * Math.log(factor[i][i]);
        return sum;
    }

    /** C⁻¹ v. */
    double[] solveLower(double[] v) {
        double[] x = v.clone();
        for (int i = 0; i < x.length; i++) {
            for (int k = 0; k < i; k++) x[i] -= factor[i][k] * x[k];
            x[i] /= factor[i][i];
        }
        return x;
    }

    /** vᵀ A⁻¹ v. */
    double quadratic(double[] v) {
        double sum = 0;
        for (double x : solveLower(v)) sum += x * x;
        return sum;
    }
}
