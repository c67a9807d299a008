package bayesflow4j.models;

import bayesflow4j.model.ExactPosterior;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Normal distributions of one variance around some centres [K, D], in equal parts. */
record NormalMixture(double[][] centres, double variance) implements ExactPosterior.Given {
    private static final double LOG_2PI = 1.8378770664093453;

    /** The mixture of the chosen clusters only. */
    NormalMixture only(IntPredicate chosen) {
        double[][] kept = IntStream.range(0, centres.length)
                .filter(chosen)
                .mapToObj(i -> centres[i])
                .toArray(double[][]::new);
        if (kept.length == 0) throw new IllegalArgumentException("x: expected one of the columns to be 1, got none");
        return new NormalMixture(kept, variance);
    }

    double[] sample(RandomGenerator rng) {
        double[] theta = centres[rng.nextInt(centres.length)].clone();
        for (int i = 0; i < theta.length; i++) theta[i] = Math.fma(Math.sqrt(variance), rng.nextGaussian(), theta[i]);
        return theta;
    }

    /** A draw of the cluster that θ comes from. */
    int clusterGiven(double[] theta, RandomGenerator rng) {
        double[] weight = new double[centres.length];
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] centre : centres) nearest = Math.min(nearest, square(theta, centre));
        double sum = 0;
        for (int k = 0; k < weight.length; k++)
            sum += weight[k] = StrictMath.exp((nearest - square(theta, centres[k])) / (2 * variance));
        double left = rng.nextDouble() * sum;
        int k = 0;
        while (k < weight.length - 1 && left >= weight[k]) left -= weight[k++];
        return k;
    }

    @Override
    public double[][] sample(int count, RandomGenerator rng) {
        double[][] draws = new double[count][];
        for (int l = 0; l < count; l++) draws[l] = sample(rng);
        return draws;
    }

    @Override
    public double logDensity(double[] theta) {
        double nearest = Double.POSITIVE_INFINITY;
        for (double[] centre : centres) nearest = Math.min(nearest, square(theta, centre));
        double sum = 0;
        for (double[] centre : centres) sum += StrictMath.exp((nearest - square(theta, centre)) / (2 * variance));
        return StrictMath.log(sum / centres.length)
                - nearest / (2 * variance)
                - theta.length * (LOG_2PI + StrictMath.log(variance)) / 2;
    }

    @Override
    public double[] mean() {
        double[] mean = new double[centres[0].length];
        for (double[] centre : centres) for (int i = 0; i < mean.length; i++) mean[i] += centre[i] / centres.length;
        return mean;
    }

    @Override
    public double[][] covariance() {
        double[] mean = mean();
        double[][] covariance = new double[mean.length][mean.length];
        for (int i = 0; i < mean.length; i++) {
            covariance[i][i] = variance;
            for (int j = 0; j < mean.length; j++)
                for (double[] centre : centres)
                    covariance[i][j] += (centre[i] - mean[i]) * (centre[j] - mean[j]) / centres.length;
        }
        return covariance;
    }

    private static double square(double[] theta, double[] centre) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) sum += (theta[i] - centre[i]) * (theta[i] - centre[i]);
        return sum;
    }
}
