package bayesflow4j.hypotheses;

import java.util.Arrays;

/** The power of probabilities that makes the true models most likely. */
final class Sharpening {
    private static final double LEAST = 1e-300;

    private Sharpening() {}

    /** The exponent a for which pᵃ, normalized, has the largest likelihood: 1 for exact probabilities. By bisection. */
    static double exponent(ModelRecovery recovery) {
        double low = 0.05;
        double high = 20;
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(low * high);
            if (slope(recovery, middle) > 0) low = middle;
            else high = middle;
        }
        return Math.sqrt(low * high);
    }

    private static double slope(ModelRecovery recovery, double a) {
        double sum = 0;
        for (int k = 0; k < recovery.dataSets(); k++) {
            double[] logs = Arrays.stream(recovery.probabilities()[k])
                    .map(p -> Math.log(Math.max(LEAST, p)))
                    .toArray();
            double largest = Arrays.stream(logs).max().orElseThrow();
            double weights = 0;
            double weighted = 0;
            for (double log : logs) {
                double weight = Math.exp(a * (log - largest));
                weights += weight;
                weighted += weight * log;
            }
            sum += logs[recovery.truth()[k]] - weighted / weights;
        }
        return sum;
    }
}
