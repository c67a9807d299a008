package bayesflow4j.head;

import bayesflow4j.numeric.Cholesky;
import java.util.random.RandomGenerator;

/**
 * Σₖ wₖ N(mₖ, Pₖ⁻¹), a mixture of normal distributions.
 *
 * @param weights [K], summing to one
 * @param means [K][D]
 * @param precisions [K][D][D], positive definite
 */
public record Normals(double[] weights, double[][] means, double[][][] precisions) {
    /** One normal with this mean and covariance. */
    public static Normals of(double[] mean, double[][] covariance) {
        return new Normals(new double[] {1}, new double[][] {mean}, new double[][][] {
            Cholesky.of(covariance).inverse()
        });
    }

    /** K. */
    public int components() {
        return weights.length;
    }

    /** D. */
    public int width() {
        return means[0].length;
    }

    /** The distribution of A v + b where v has this one; A by columns [D][D], invertible. */
    public Normals mapped(double[][] columns, double[] origin) {
        double[][] moved = new double[components()][];
        double[][][] mapped = new double[components()][][];
        for (int k = 0; k < components(); k++) {
            moved[k] = times(columns, means[k]);
            for (int i = 0; i < width(); i++) moved[k][i] += origin[i];
            Cholesky precision = Cholesky.of(precisions[k]);
            // A P⁻¹ Aᵀ = Σ over the columns of A P^(−½), each a solution with a unit vector.
            double[][] covariance = new double[width()][width()];
            double[][] inverse = precision.inverse();
            double[][] half = new double[width()][];
            for (int j = 0; j < width(); j++) half[j] = times(columns, inverse[j]);
            for (int i = 0; i < width(); i++)
                for (int j = 0; j < width(); j++)
                    for (int l = 0; l < width(); l++) covariance[i][j] += columns[l][i] * half[l][j];
            mapped[k] = Cholesky.of(covariance).inverse();
        }
        return new Normals(weights, moved, mapped);
    }

    private static double[] times(double[][] columns, double[] v) {
        double[] y = new double[v.length];
        for (int j = 0; j < v.length; j++) for (int i = 0; i < y.length; i++) y[i] += columns[j][i] * v[j];
        return y;
    }

    /** log of the density. */
    public double logDensity(double[] v) {
        double[] log = new double[components()];
        double top = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < log.length; k++) {
            log[k] = StrictMath.log(weights[k]) + logComponent(k, v);
            top = Math.max(top, log[k]);
        }
        double sum = 0;
        for (double l : log) sum += StrictMath.exp(l - top);
        return top + StrictMath.log(sum);
    }

    private double logComponent(int k, double[] v) {
        double[] off = new double[v.length];
        for (int i = 0; i < off.length; i++) off[i] = v[i] - means[k][i];
        return (Cholesky.of(precisions[k]).logDet() - quadratic(precisions[k], off) - v.length * Math.log(2 * Math.PI))
                / 2;
    }

    /** A draw [D]. */
    public double[] sample(RandomGenerator rng) {
        double left = rng.nextDouble();
        int k = 0;
        while (k < components() - 1 && left >= weights[k]) left -= weights[k++];
        double[] z = new double[width()];
        for (int i = 0; i < z.length; i++) z[i] = rng.nextGaussian();
        double[] off = Cholesky.of(Cholesky.of(precisions[k]).inverse()).times(z);
        for (int i = 0; i < z.length; i++) off[i] += means[k][i];
        return off;
    }

    /** vᵀ P v. */
    public static double quadratic(double[][] p, double[] v) {
        double sum = 0;
        for (int i = 0; i < v.length; i++) for (int j = 0; j < v.length; j++) sum += v[i] * p[i][j] * v[j];
        return sum;
    }
}
