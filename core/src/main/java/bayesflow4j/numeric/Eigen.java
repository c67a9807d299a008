package bayesflow4j.numeric;

/**
 * A = V Λ Vᵀ of a symmetric matrix A [n, n], by Jacobi rotations.
 *
 * @param values the diagonal of Λ [n], in no order
 * @param vectors the columns of V [n][n], each of length one: {@code vectors[j]} belongs to {@code values[j]}
 */
public record Eigen(double[] values, double[][] vectors) {
    /** Sweeps converge quadratically; matrices of a thousand rows need about ten. */
    private static final int MOST_SWEEPS = 60;

    /** Of a symmetric matrix, which stays as it is. */
    public static Eigen of(double[][] symmetric) {
        int n = symmetric.length;
        double[][] a = new double[n][];
        double[][] v = new double[n][n];
        for (int i = 0; i < n; i++) {
            a[i] = symmetric[i].clone();
            v[i][i] = 1;
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a); sweep++)
            for (int p = 0; p < n; p++) for (int q = p + 1; q < n; q++) if (a[p][q] != 0) rotate(a, v, p, q);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) values[i] = a[i][i];
        return new Eigen(values, v);
    }

    /** Whether what is off the diagonal is lost in the rounding of what is on it. */
    private static boolean isDiagonal(double[][] a) {
        double on = 0;
        double off = 0;
        for (int i = 0; i < a.length; i++) {
            on = Math.max(on, Math.abs(a[i][i]));
            for (int j = 0; j < i; j++) off = Math.max(off, Math.abs(a[i][j]));
        }
        return off <= 1e-17 * on;
    }

    /** Turns the plane of p and q such that the element between them becomes zero. */
    private static void rotate(double[][] a, double[][] v, int p, int q) {
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double tangent = Math.copySign(1, theta) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double cosine = 1 / Math.sqrt(tangent * tangent + 1);
        double sine = tangent * cosine;
        for (double[] row : a) {
            double first = row[p];
            row[p] = cosine * first - sine * row[q];
            row[q] = sine * first + cosine * row[q];
        }
        turn(a[p], a[q], cosine, sine);
        turn(v[p], v[q], cosine, sine);
        a[p][q] = 0;
        a[q][p] = 0;
    }

    private static void turn(double[] p, double[] q, double cosine, double sine) {
        for (int j = 0; j < p.length; j++) {
            double first = p[j];
            p[j] = cosine * first - sine * q[j];
            q[j] = sine * first + cosine * q[j];
        }
    }
}
