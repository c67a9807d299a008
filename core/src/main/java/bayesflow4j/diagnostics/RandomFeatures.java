package bayesflow4j.diagnostics;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * x ↦ φ(x) [F], features of a data set that nobody chose: φ_f(x) = mean over windows w of x of max(0, a_f · w − b_f), with random
 * weights a_f and a threshold b_f from the data. A window is one row; in a series it is a few rows, perhaps some steps apart. Every
 * second feature sees the data set after it was centered and scaled on its own, and so only its shape.
 */
public final class RandomFeatures {
    private static final int[] LENGTHS = {1, 2, 2, 3, 3, 5};
    private static final int[] STEPS = {1, 1, 1, 2, 4};

    private record Window(double[][] weights, int step, boolean shape, double threshold) {}

    private final List<Column> columns;
    private final double[] center;
    private final double[] scale;
    private final List<Window> windows;

    private RandomFeatures(List<Column> columns, double[] center, double[] scale, List<Window> windows) {
        this.columns = columns;
        this.center = center;
        this.scale = scale;
        this.windows = windows;
    }

    /** F features for data sets like these. */
    public static RandomFeatures of(
            List<Observations> data, DataKind kind, List<Column> columns, int count, Seed seed) {
        int width = columns.size();
        double[] center = new double[width];
        double[] scale = new double[width];
        for (int c = 0; c < width; c++) {
            List<Double> values = new ArrayList<>();
            for (Observations x : data)
                for (int n = 0; n < x.count(); n++)
                    if (Float.isFinite(x.at(n, c)))
                        values.add(columns.get(c).scaling().apply(x.at(n, c)));
            Sample sample = new Sample(values.stream().mapToDouble(v -> v).toArray());
            center[c] = values.isEmpty() ? 0 : sample.mean();
            scale[c] = positive(values.size() < 2 ? 0 : sample.sd());
        }
        RandomFeatures none = new RandomFeatures(columns, center, scale, List.of());
        List<Window> windows = new ArrayList<>();
        for (int f = 0; f < count; f++) windows.add(none.window(data, kind, f, seed.child("features").stream(f)));
        return new RandomFeatures(columns, center, scale, windows);
    }

    /** Random weights, and the value that they have at a random place of a random data set as threshold. */
    private Window window(List<Observations> data, DataKind kind, int index, RandomGenerator rng) {
        int length = kind == DataKind.SERIES ? LENGTHS[rng.nextInt(LENGTHS.length)] : 1;
        int step = STEPS[rng.nextInt(STEPS.length)];
        double[][] weights = new double[length][columns.size()];
        for (double[] row : weights)
            for (int c = 0; c < row.length; c++) row[c] = rng.nextGaussian() / Math.sqrt(length * row.length);
        Observations x = data.get(rng.nextInt(data.size()));
        boolean shape = kind != DataKind.VECTOR && index % 2 == 1;
        Window free = new Window(weights, step, shape, 0);
        int places = Math.max(1, x.count() - (length - 1) * step);
        return new Window(weights, step, shape, product(scaled(x, shape), free, rng.nextInt(places)));
    }

    /** φ(x) [F]. */
    public double[] of(Observations x) {
        double[][] whole = scaled(x, false);
        double[][] shape = scaled(x, true);
        double[] features = new double[windows.size()];
        for (int f = 0; f < features.length; f++) {
            Window window = windows.get(f);
            double[][] rows = window.shape() ? shape : whole;
            int places = Math.max(1, rows.length - (window.weights().length - 1) * window.step());
            double sum = 0;
            for (int n = 0; n < places; n++) sum += Math.max(0, product(rows, window, n) - window.threshold());
            features[f] = sum / places;
        }
        return features;
    }

    private static double product(double[][] rows, Window window, int from) {
        double sum = 0;
        for (int i = 0; i < window.weights().length; i++) {
            int n = from + i * window.step();
            if (n >= rows.length) break;
            for (int c = 0; c < rows[n].length; c++) sum += window.weights()[i][c] * rows[n][c];
        }
        return sum;
    }

    /** Rows [N][d] on common scales, with missing values at their center. */
    private double[][] scaled(Observations x, boolean shape) {
        double[][] rows = new double[x.count()][columns.size()];
        for (int c = 0; c < columns.size(); c++) {
            for (int n = 0; n < rows.length; n++) {
                double value = (columns.get(c).scaling().apply(x.at(n, c)) - center[c]) / scale[c];
                rows[n][c] = Double.isFinite(value) ? value : 0;
            }
            if (shape && rows.length > 1) standardize(rows, c);
        }
        return rows;
    }

    private static void standardize(double[][] rows, int c) {
        double[] values = new double[rows.length];
        for (int n = 0; n < values.length; n++) values[n] = rows[n][c];
        Sample sample = new Sample(values);
        double mean = sample.mean();
        double sd = positive(sample.sd());
        for (double[] row : rows) row[c] = (row[c] - mean) / sd;
    }

    private static double positive(double sd) {
        return sd > 1e-9 ? sd : 1;
    }
}
