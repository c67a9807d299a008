package bayesflow4j.classical.abc;

/**
 * Σ wₖ δ(θ − θₖ) / Σ wₖ, a distribution on a few points.
 *
 * @param theta [k][D]
 * @param weights [k], not negative and not all zero
 */
public record WeightedDraws(double[][] theta, double[] weights) {
    /** Refuses another number of weights than of points. */
    public WeightedDraws {
        if (theta.length == 0 || theta.length != weights.length)
            throw new IllegalArgumentException(
                    "weights: expected one for each of " + theta.length + " points, got " + weights.length);
    }

    /** E[θ] [D]. */
    public double[] mean() {
        double[] mean = new double[theta[0].length];
        double total = 0;
        for (int k = 0; k < weights.length; k++) {
            total += weights[k];
            for (int j = 0; j < mean.length; j++) mean[j] += weights[k] * theta[k][j];
        }
        for (int j = 0; j < mean.length; j++) mean[j] /= total;
        return mean;
    }

    /** Standard deviations [D]. */
    public double[] sd() {
        double[] mean = mean();
        double[] sd = new double[mean.length];
        double total = 0;
        for (int k = 0; k < weights.length; k++) {
            total += weights[k];
            for (int j = 0; j < sd.length; j++) sd[j] += weights[k] * Math.pow(theta[k][j] - mean[j], 2);
        }
        for (int j = 0; j < sd.length; j++) sd[j] = Math.sqrt(sd[j] / total);
        return sd;
    }
}
