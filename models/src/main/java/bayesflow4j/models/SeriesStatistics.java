package bayesflow4j.models;

/**
 * The nine statistics of a two-column series that Papamakarios and Murray (2016) use for predators and prey: means,
 * log(1 + variance), autocorrelations at lags of 0.2 and 0.4 time units, and the correlation of the two columns.
 */
final class SeriesStatistics {
    static final String[] NAMES = {
        "prey_mean",
        "predator_mean",
        "prey_log_variance",
        "predator_log_variance",
        "prey_lag_0.2",
        "prey_lag_0.4",
        "predator_lag_0.2",
        "predator_lag_0.4",
        "correlation"
    };

    private SeriesStatistics() {}

    /** [9] of a series [T, 2] with this time between its points. */
    static float[] of(float[] series, double dt) {
        int points = series.length / 2;
        double[][] z = {new double[points], new double[points]};
        float[] statistics = new float[NAMES.length];
        int near = (int) Math.max(1, Math.round(0.2 / dt));
        for (int column = 0; column < 2; column++) {
            double mean = 0;
            for (int t = 0; t < points; t++) mean += series[2 * t + column];
            mean /= points;
            double variance = 0;
            for (int t = 0; t < points; t++) variance += square(series[2 * t + column] - mean);
            variance /= points;
            for (int t = 0; t < points; t++) z[column][t] = (series[2 * t + column] - mean) / Math.sqrt(variance);
            statistics[column] = (float) mean;
            statistics[2 + column] = (float) StrictMath.log1p(variance);
            statistics[4 + 2 * column] = (float) correlation(z[column], z[column], near);
            statistics[5 + 2 * column] = (float) correlation(z[column], z[column], 2 * near);
        }
        statistics[8] = (float) correlation(z[0], z[1], 0);
        return statistics;
    }

    /** Of standardized columns, the second shifted by a lag. */
    private static double correlation(double[] first, double[] second, int lag) {
        double sum = 0;
        for (int t = lag; t < first.length; t++) sum = Math.fma(first[t - lag], second[t], sum);
        return sum / first.length;
    }

    private static double square(double v) {
        return v * v;
    }
}
