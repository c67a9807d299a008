package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import java.util.HashMap;
import java.util.Map;

/** The weights of a network as doubles, by tensor name, row by row. */
public final class Numbers {
    private final Map<String, double[]> values = new HashMap<>();
    private final Map<String, Integer> columns = new HashMap<>();

    public Numbers(Weights weights) {
        for (Tensor tensor : weights.layout().tensors()) {
            float[] floats = weights.copyOf(tensor);
            double[] doubles = new double[floats.length];
            for (int i = 0; i < floats.length; i++) doubles[i] = floats[i];
            values.put(tensor.name(), doubles);
            columns.put(tensor.name(), tensor.groups() * tensor.columns());
        }
    }

    /** One tensor, to read or to change. */
    public double[] of(String tensor) {
        return values.get(tensor);
    }

    /** x·W + b for the kernel and bias of these names. */
    public double[] affine(String kernel, String bias, double[] x) {
        double[] y = times(kernel, x);
        double[] b = of(bias);
        for (int j = 0; j < y.length; j++) y[j] += b[j];
        return y;
    }

    /** x·W. */
    public double[] times(String kernel, double[] x) {
        double[] w = of(kernel);
        int width = columns.get(kernel);
        if (x.length * width != w.length)
            throw new IllegalArgumentException(kernel + ": " + x.length + " inputs, " + w.length + " weights");
        double[] y = new double[width];
        for (int i = 0; i < x.length; i++) for (int j = 0; j < width; j++) y[j] += x[i] * w[i * width + j];
        return y;
    }

    public static double activate(Activation activation, double x) {
        return switch (activation) {
            case LINEAR -> x;
            case ELU -> x > 0 ? x : Math.expm1(x);
            case RELU -> Math.max(x, 0);
            case TANH -> Math.tanh(x);
        };
    }

    /** Dense layers named {@code name.0}, {@code name.1}, …, the first of which starts from {@code given} instead of its bias. */
    public double[] mlp(String name, int depth, Activation hidden, Activation last, double[] x, double[] given) {
        double[] y = x;
        for (int layer = 0; layer < depth; layer++) {
            double[] z = times(name + "." + layer + ".kernel", y);
            double[] start = layer == 0 && given.length > 0 ? given : of(name + "." + layer + ".bias");
            for (int j = 0; j < z.length; j++) z[j] = activate(layer == depth - 1 ? last : hidden, z[j] + start[j]);
            y = z;
        }
        return y;
    }

    /** Row n of set m of a flat [·, length, width] array. */
    public static double[] row(double[] values, int length, int width, int set, int row) {
        return java.util.Arrays.copyOfRange(values, (set * length + row) * width, (set * length + row + 1) * width);
    }

    /** The rows of set m of a flat [·, length, width] array. */
    public static double[][] rows(double[] values, int length, int width, int set) {
        double[][] rows = new double[length][];
        for (int n = 0; n < length; n++) rows[n] = row(values, length, width, set, n);
        return rows;
    }

    /** Every data set of a flat [sets, length, width] array through the same function of its rows, flat. */
    public static double[] setBySet(
            double[] x, int sets, int length, int width, java.util.function.Function<double[][], double[]> f) {
        return java.util.stream.IntStream.range(0, sets)
                .mapToObj(m -> f.apply(rows(x, length, width, m)))
                .flatMapToDouble(java.util.Arrays::stream)
                .toArray();
    }
}
