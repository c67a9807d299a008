package bayesflow4j.report;

import java.util.Arrays;

/**
 * p̂(v) = Σ K((v − vᵢ)/h) / nh, a sample smoothed by Gaussian kernels that are reflected at the bounds, so that no mass leaves the
 * interval and a uniform sample stays flat up to its ends.
 *
 * @param at positions, ascending
 * @param density at these positions; it falls to 0 at both ends
 */
record SmoothDensity(double[] at, double[] density) {
    private static final int POINTS = 200;
    private static final double REACH = 4;

    /** The density of a sample within bounds that may be infinite. */
    static SmoothDensity of(double[] sample, double low, double high) {
        double[] sorted = sample.clone();
        Arrays.sort(sorted);
        double h = width(sorted);
        double from = Math.max(low, sorted[0] - 3 * h);
        double to = Math.min(high, sorted[sorted.length - 1] + 3 * h);
        if (!(to > from)) to = from + Math.max(1e-9, Math.abs(from) * 1e-9);
        double[] at = new double[POINTS + 2];
        double[] density = new double[POINTS + 2];
        for (int i = 0; i < POINTS; i++) {
            double v = from + (to - from) * i / (POINTS - 1);
            double sum = kernels(sorted, v, h);
            if (v - REACH * h < low) sum += kernels(sorted, 2 * low - v, h);
            if (v + REACH * h > high) sum += kernels(sorted, 2 * high - v, h);
            at[i + 1] = v;
            density[i + 1] = sum / (sorted.length * h * Math.sqrt(2 * Math.PI));
        }
        at[0] = from;
        at[POINTS + 1] = to;
        return new SmoothDensity(at, density);
    }

    /** Silverman's rule with the smaller of standard deviation and interquartile range; positive for any sample. */
    private static double width(double[] sorted) {
        int n = sorted.length;
        double mean = Arrays.stream(sorted).sum() / n;
        double sd = Math.sqrt(
                Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).sum() / Math.max(1, n - 1));
        double quartiles = (sorted[3 * (n - 1) / 4] - sorted[(n - 1) / 4]) / 1.34;
        double spread = quartiles > 0 ? Math.min(sd, quartiles) : sd;
        return Math.max(0.9 * spread * Math.pow(n, -0.2), 1e-9 * Math.max(1, Math.abs(mean)));
    }

    private static double kernels(double[] sorted, double v, double h) {
        int first = Arrays.binarySearch(sorted, v - REACH * h);
        double sum = 0;
        for (int i = Math.max(0, first < 0 ? -first - 1 : first);
                i < sorted.length && sorted[i] <= v + REACH * h;
                i++) {
            double z = (v - sorted[i]) / h;
            sum += Math.exp(-z * z / 2);
        }
        return sum;
    }
}
