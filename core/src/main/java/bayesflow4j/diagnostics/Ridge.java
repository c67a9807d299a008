package bayesflow4j.diagnostics;

import bayesflow4j.numeric.Cholesky;
import java.util.Arrays;

/**
 * y ≈ wᵀφ, linear regression with a penalty λ|w|² on standardized features. λ is the one that predicts a held-out fifth of the data
 * best; {@code variance} is the mean squared error there, 1 if no λ beats the prediction 0.
 */
record Ridge(double[] center, double[] scale, double[] weights, double variance) {
    private static final double[] PENALTIES = {1e-3, 1e-2, 1e-1, 1, 10, 100};

    /** The regression of y [K], with mean 0 and variance 1 before anything is known, on features [K][F]. */
    static Ridge of(double[][] features, double[] y) {
        int width = features[0].length;
        double[] center = new double[width];
        double[] scale = new double[width];
        for (int f = 0; f < width; f++) {
            int column = f;
            Sample sample = new Sample(
                    Arrays.stream(features).mapToDouble(row -> row[column]).toArray());
            center[f] = sample.mean();
            scale[f] = sample.sd() > 1e-12 ? sample.sd() : Double.POSITIVE_INFINITY;
        }
        double[][] z = Arrays.stream(features)
                .map(row -> standardized(row, center, scale))
                .toArray(double[][]::new);
        int fitted = 4 * y.length / 5;
        double[][] gram = gram(z, fitted);
        double[] moments = moments(z, y, fitted);
        double best = 1;
        double chosen = Double.NaN;
        for (double penalty : PENALTIES) {
            double error = error(solve(gram, moments, penalty * fitted), z, y, fitted);
            if (error < best) {
                best = error;
                chosen = penalty;
            }
        }
        if (Double.isNaN(chosen)) return new Ridge(center, scale, new double[width], 1);
        double[] weights = solve(gram(z, y.length), moments(z, y, y.length), chosen * y.length);
        return new Ridge(center, scale, weights, best);
    }

    /** wᵀφ. */
    double predict(double[] features) {
        return dot(weights, standardized(features, center, scale));
    }

    private static double[] standardized(double[] row, double[] center, double[] scale) {
        double[] z = new double[row.length];
        for (int f = 0; f < z.length; f++) z[f] = (row[f] - center[f]) / scale[f];
        return z;
    }

    private static double error(double[] weights, double[][] z, double[] y, int from) {
        double sum = 0;
        for (int k = from; k < y.length; k++) {
            double miss = y[k] - dot(weights, z[k]);
            sum += miss * miss;
        }
        return sum / (y.length - from);
    }

    private static double[] solve(double[][] gram, double[] moments, double penalty) {
        double[][] penalized = Arrays.stream(gram).map(double[]::clone).toArray(double[][]::new);
        for (int f = 0; f < penalized.length; f++) penalized[f][f] += penalty;
        return Cholesky.of(penalized).solve(moments);
    }

    private static double[][] gram(double[][] z, int count) {
        int width = z[0].length;
        double[][] gram = new double[width][width];
        for (int k = 0; k < count; k++)
            for (int i = 0; i < width; i++) for (int j = 0; j <= i; j++) gram[i][j] += z[k][i] * z[k][j];
        return gram;
    }

    private static double[] moments(double[][] z, double[] y, int count) {
        double[] moments = new double[z[0].length];
        for (int k = 0; k < count; k++) for (int f = 0; f < moments.length; f++) moments[f] += z[k][f] * y[k];
        return moments;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }
}
