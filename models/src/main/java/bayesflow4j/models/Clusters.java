package bayesflow4j.models;

import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A mixture of K normals with equal weights and one variance around the centers [K, D]. */
record Clusters(double[][] centers, double variance) {
    private static final double LOG_2PI = 1.8378770664093453;

    /** The mixture of the chosen clusters. */
    Clusters only(IntPredicate chosen) {
        double[][] kept = IntStream.range(0, centers.length)
                .filter(chosen)
                .mapToObj(i -> centers[i])
                .toArray(double[][]::new);
        if (kept.length == 0) throw new IllegalArgumentException("x: expected one of the columns to be 1, got none");
        return new Clusters(kept, variance);
    }

    double[] sample(RandomGenerator rng) {
        double[] theta = centers[rng.nextInt(centers.length)].clone();
        for (int i = 0; i < theta.length; i++) theta[i] = Math.fma(Math.sqrt(variance), rng.nextGaussian(), theta[i]);
        return theta;
    }

    /** A draw of the cluster that θ comes from. */
    int clusterGiven(double[] theta, RandomGenerator rng) {
        double[] weight = new double[centers.length];
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] center : centers) nearest = Math.min(nearest, square(theta, center));
        double sum = 0;
        for (int k = 0; k < weight.length; k++)
            sum += weight[k] = StrictMath.exp((nearest - square(theta, centers[k])) / (2 * variance));
        double left = rng.nextDouble() * sum;
        int k = 0;
        while (k < weight.length - 1 && left >= weight[k]) left -= weight[k++];
        return k;
    }

    double logDensity(double[] theta) {
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] center : centers) nearest = Math.min(nearest, square(theta, center));
        double sum = 0;
        for (double[] center : centers) sum += StrictMath.exp((nearest - square(theta, center)) / (2 * variance));
        return StrictMath.log(sum / centers.length)
                - nearest / (2 * variance)
                - theta.length * (LOG_2PI + StrictMath.log(variance)) / 2;
    }

    double[] mean() {
        double[] mean = new double[centers[0].length];
        for (double[] center : centers) for (int i = 0; i < mean.length; i++) mean[i] += center[i] / centers.length;
        return mean;
    }

    double[][] covariance() {
        double[] mean = mean();
        double[][] covariance = new double[mean.length][mean.length];
        for (int i = 0; i < mean.length; i++) {
            covariance[i][i] = variance;
            for (int j = 0; j < mean.length; j++)
                for (double[] center : centers)
                    covariance[i][j] += (center[i] - mean[i]) * (center[j] - mean[j]) / centers.length;
        }
        return covariance;
    }

    private static double square(double[] theta, double[] center) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) sum += (theta[i] - center[i]) * (theta[i] - center[i]);
        return sum;
    }
}
