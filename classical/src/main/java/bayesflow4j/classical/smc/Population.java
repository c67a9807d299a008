package bayesflow4j.classical.smc;

import bayesflow4j.classical.Lottery;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Σ wᵢ δ(θ − θᵢ), weighted particles on the unconstrained scale.
 *
 * @param real [n][D]
 * @param weights [n], summing to one
 * @param distances from the data [n]
 */
record Population(double[][] real, double[] weights, double[] distances) {
    /** 1 / Σ w². */
    double effectiveSize() {
        double squares = 0;
        for (double w : weights) squares += w * w;
        return 1 / squares;
    }

    /** The distance that this share of the weight does not exceed. */
    double quantileOfDistances(double share) {
        int[] order = IntStream.range(0, distances.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> distances[i]))
                .mapToInt(i -> i)
                .toArray();
        double[] sorted = Arrays.stream(order).mapToDouble(i -> weights[i]).toArray();
        return distances[order[new Lottery(sorted).at(share)]];
    }

    /** Σ w θ [D]. */
    double[] mean() {
        double[] mean = new double[real[0].length];
        for (int i = 0; i < real.length; i++) for (int j = 0; j < mean.length; j++) mean[j] += weights[i] * real[i][j];
        return mean;
    }

    /** The weighted covariance [D][D]. */
    double[][] covariance() {
        double[] mean = mean();
        double[][] covariance = new double[mean.length][mean.length];
        for (int i = 0; i < real.length; i++)
            for (int j = 0; j < mean.length; j++)
                for (int k = 0; k < mean.length; k++)
                    covariance[j][k] += weights[i] * (real[i][j] - mean[j]) * (real[i][k] - mean[k]);
        return covariance;
    }
}
