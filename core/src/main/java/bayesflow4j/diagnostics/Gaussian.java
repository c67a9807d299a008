package bayesflow4j.diagnostics;

import bayesflow4j.numeric.Cholesky;
import bayesflow4j.posterior.Draws;

/** N(m, Λ) with mean m [D] and positive definite covariance Λ [D][D]. */
public record Gaussian(double[] mean, double[][] covariance) {
    /** Checks the shapes. */
    public Gaussian {
        mean = mean.clone();
        if (covariance.length != mean.length)
            throw new IllegalArgumentException(
                    "covariance: expected " + mean.length + " rows, got " + covariance.length);
        double[][] rows = new double[mean.length][];
        for (int i = 0; i < rows.length; i++) {
            if (covariance[i].length != mean.length)
                throw new IllegalArgumentException(
                        "covariance[" + i + "]: expected " + mean.length + " numbers, got " + covariance[i].length);
            rows[i] = covariance[i].clone();
        }
        covariance = rows;
    }

    /** The Gaussian with the mean and the covariance of these draws. */
    public static Gaussian of(Draws draws) {
        return new Gaussian(draws.mean(), draws.covariance());
    }

    @Override
    public double[] mean() {
        return mean.clone();
    }

    @Override
    public double[][] covariance() {
        double[][] rows = covariance.clone();
        for (int i = 0; i < rows.length; i++) rows[i] = covariance[i].clone();
        return rows;
    }

    /**
     * KL(this ‖ q) in closed form. Where q is fitted to n draws this is biased upward by about (D + D(D + 1)/2) / 2n;
     * the mean of log p − log q over draws of p is not.
     */
    public double divergenceTo(Gaussian q) {
        int width = mean.length;
        if (q.mean.length != width)
            throw new IllegalArgumentException("q: expected " + width + " dimensions, got " + q.mean.length);
        Cholesky p = Cholesky.of(covariance);
        Cholesky other = Cholesky.of(q.covariance);
        double[] difference = new double[width];
        for (int i = 0; i < width; i++) difference[i] = mean[i] - q.mean[i];
        // tr(Σq⁻¹ Σp) is the squared norm of Lq⁻¹ Lp, column by column.
        double trace = 0;
        for (int column = 0; column < width; column++) {
            double[] unit = new double[width];
            unit[column] = 1;
            trace += squaredLength(other.halfSolve(p.times(unit)));
        }
        double shift = squaredLength(other.halfSolve(difference));
        return 0.5 * (other.logDet() - p.logDet() + trace - width + shift);
    }

    private static double squaredLength(double[] v) {
        double sum = 0;
        for (double x : v) sum += x * x;
        return sum;
    }
}
