package bayesflow4j.diagnostics;

/**
 * Maximum mean discrepancy of two samples (Gretton et al. 2012), biased estimator: mean k(x, x′) + mean k(y, y′) − 2 mean
 * k(x, y), each over all pairs. It is 0 for two equal samples and never negative.
 */
public record Mmd(KernelSum kernel) {
    /** With the kernels of the paper's re-simulation error. */
    public static Mmd paper() {
        return new Mmd(KernelSum.paper());
    }

    /** Between rows x [N, d] and rows y [N′, d], which follow one another in the arrays. */
    public double of(float[] x, float[] y, int width) {
        requireRows("x", x, width);
        requireRows("y", y, width);
        int n = x.length / width;
        int m = y.length / width;
        double self = kernel.value(0);
        return (2 * pairs(x, width) + n * self) / ((double) n * n)
                + (2 * pairs(y, width) + m * self) / ((double) m * m)
                - 2 * cross(x, y, width) / ((double) n * m);
    }

    static void requireRows(String name, float[] rows, int width) {
        if (width < 1 || rows.length == 0 || rows.length % width != 0)
            throw new IllegalArgumentException(
                    name + ": expected a positive multiple of " + width + " numbers, got " + rows.length);
    }

    /** Σ k over the pairs i &lt; j of one sample. */
    private double pairs(float[] x, int width) {
        double sum = 0;
        for (int i = 0; i < x.length; i += width)
            for (int j = 0; j < i; j += width) sum += kernel.value(distance(x, i, x, j, width));
        return sum;
    }

    private double cross(float[] x, float[] y, int width) {
        double sum = 0;
        for (int i = 0; i < x.length; i += width)
            for (int j = 0; j < y.length; j += width) sum += kernel.value(distance(x, i, y, j, width));
        return sum;
    }

    private static double distance(float[] x, int i, float[] y, int j, int width) {
        double sum = 0;
        for (int c = 0; c < width; c++) {
            double difference = (double) x[i + c] - y[j + c];
            sum += difference * difference;
        }
        return sum;
    }
}
