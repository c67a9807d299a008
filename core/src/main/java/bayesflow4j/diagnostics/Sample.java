package bayesflow4j.diagnostics;

import java.util.Arrays;

/** n numbers and their moments. */
record Sample(double[] values) {
    double mean() {
        return Arrays.stream(values).sum() / values.length;
    }

    /** Σ(vᵢ − mean)². */
    double squares() {
        double mean = mean();
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    }

    double variance() {
        return squares() / (values.length - 1);
    }

    double sd() {
        return Math.sqrt(variance());
    }

    double range() {
        return Arrays.stream(values).max().orElseThrow()
                - Arrays.stream(values).min().orElseThrow();
    }

    double median() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    double correlation(Sample other) {
        double mean = mean();
        double otherMean = other.mean();
        double sum = 0;
        for (int i = 0; i < values.length; i++) sum += (values[i] - mean) * (other.values[i] - otherMean);
        return sum / Math.sqrt(squares() * other.squares());
    }

    static double squaredError(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
        return sum;
    }
}
