package bayesflow4j.classical.abc;

import bayesflow4j.model.Domain;
import bayesflow4j.numeric.Cholesky;

/**
 * θ*ᵢ = φ⁻¹(φ(θᵢ) − βᵀ(s(xᵢ) − s(x))): what a regression on the statistics says that θᵢ would have been at the data's own (Beaumont,
 * Zhang and Balding 2002), on the scale φ on which the domain has no bounds, so that nothing leaves it. Weights of
 * Epanechnikov: 1 − (distance / farthest)².
 */
record LocalLinear() implements Adjustment {
    /** Relative to the variance of a statistic: keeps the equations solvable where statistics are collinear. */
    private static final double RIDGE = 1e-8;

    @Override
    public WeightedDraws apply(Neighborhood near, Domain domain) {
        double[] weights = weights(near.distances());
        double[][] s = near.offsets();
        int count = s.length;
        double[][] phi = new double[count][];
        for (int i = 0; i < count; i++) phi[i] = domain.toReal(near.theta()[i]);
        double[][] slopes = slopes(s, phi, weights);
        double[][] theta = new double[count][];
        for (int i = 0; i < count; i++) {
            double[] moved = phi[i].clone();
            for (int d = 0; d < moved.length; d++)
                for (int j = 0; j < s[i].length; j++) moved[d] -= slopes[d][j] * s[i][j];
            theta[i] = domain.fromReal(moved);
        }
        return new WeightedDraws(theta, weights);
    }

    /** All equal where all distances are. */
    static double[] weights(double[] distances) {
        double farthest = 0;
        double nearest = Double.POSITIVE_INFINITY;
        for (double distance : distances) {
            farthest = Math.max(farthest, distance);
            nearest = Math.min(nearest, distance);
        }
        double[] weights = new double[distances.length];
        for (int i = 0; i < weights.length; i++) {
            double ratio = nearest < farthest ? distances[i] / farthest : 0;
            weights[i] = 1 - ratio * ratio;
        }
        return weights;
    }

    /** β [D][p] of the weighted regression of φ [k][D] on s [k][p] with an intercept. */
    private static double[][] slopes(double[][] s, double[][] phi, double[] weights) {
        double[] center = mean(s, weights);
        double[] middle = mean(phi, weights);
        double[][] square = products(s, center, s, center, weights);
        double[] unit = new double[center.length];
        for (int j = 0; j < unit.length; j++) unit[j] = square[j][j] > 0 ? Math.sqrt(square[j][j]) : 1;
        for (int i = 0; i < unit.length; i++) {
            for (int j = 0; j < unit.length; j++) square[i][j] /= unit[i] * unit[j];
            square[i][i] = (square[i][i] > 0 ? square[i][i] : 1) + RIDGE;
        }
        Cholesky factor = Cholesky.of(square);
        double[][] slopes = products(phi, middle, s, center, weights);
        for (int d = 0; d < slopes.length; d++) {
            for (int j = 0; j < unit.length; j++) slopes[d][j] /= unit[j];
            slopes[d] = factor.solve(slopes[d]);
            for (int j = 0; j < unit.length; j++) slopes[d][j] /= unit[j];
        }
        return slopes;
    }

    private static double[] mean(double[][] rows, double[] weights) {
        double[] mean = new double[rows[0].length];
        double total = 0;
        for (int i = 0; i < rows.length; i++) {
            total += weights[i];
            for (int j = 0; j < mean.length; j++) mean[j] += weights[i] * rows[i][j];
        }
        for (int j = 0; j < mean.length; j++) mean[j] /= total;
        return mean;
    }

    /** Σ w (a − ā)(b − b̄)ᵀ. */
    private static double[][] products(double[][] a, double[] aMean, double[][] b, double[] bMean, double[] weights) {
        double[][] sum = new double[aMean.length][bMean.length];
        double[] right = new double[bMean.length];
        for (int i = 0; i < a.length; i++) {
            for (int k = 0; k < right.length; k++) right[k] = b[i][k] - bMean[k];
            for (int j = 0; j < aMean.length; j++) addMultiple(weights[i] * (a[i][j] - aMean[j]), right, sum[j]);
        }
        return sum;
    }

    private static void addMultiple(double factor, double[] from, double[] to) {
        for (int k = 0; k < to.length; k++) to[k] = Math.fma(factor, from[k], to[k]);
    }
}
