package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Mask;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A multilayer perceptron on every row, y = f(x, c): dense layers with one activation between them and one at the end, whose
 * first layer may also take a condition c [M, 1, C] per data set. The condition's part of that layer is computed in
 * {@code given}, once per data set and not per row. With C = 0 it is a plain layer.
 *
 * <p>Rows go through all layers a tile at a time, so that a tile stays in the second cache.
 */
public final class Mlp implements Layer, ConditionalLayer {
    /**
     * Rows of a tile, a multiple of four for the micro-kernels: with fewer, the weight gradient is read and written
     * more often.
     */
    static final int TILE = 128;

    private final int in;
    private final int condition;
    private final int[] widths;
    private final Activation hidden;
    private final Activation last;
    private final List<Tensor> kernels = new ArrayList<>();
    private final List<Tensor> biases = new ArrayList<>();
    private final Tensor conditionKernel;

    /**
     * A network with these widths and activations, its tensors named after {@code name}.
     *
     * @param condition C, or 0
     * @param widths the width of each dense layer, the last being that of the output
     */
    public Mlp(Layout layout, String name, int in, int condition, int[] widths, Activation hidden, Activation last) {
        this(layout, name, in, condition, widths, hidden, last, Tensor.Start.GLOROT, layer -> Mask.NONE);
    }

    private Mlp(
            Layout layout,
            String name,
            int in,
            int condition,
            int[] widths,
            Activation hidden,
            Activation last,
            Tensor.Start lastStart,
            IntFunction<Mask> masks) {
        requirePositive(name + ".in", in);
        if (condition < 0)
            throw new IllegalArgumentException(name + ".condition: expected 0 or more, got " + condition);
        if (widths.length == 0) throw new IllegalArgumentException(name + ".widths: expected at least one, got none");
        this.in = in;
        this.condition = condition;
        this.widths = widths.clone();
        this.hidden = hidden;
        this.last = last;
        Tensor.Start firstStart = widths.length == 1 ? lastStart : Tensor.Start.GLOROT;
        this.conditionKernel =
                condition > 0 ? layout.matrix(name + ".condition.kernel", condition, widths[0], firstStart) : null;
        int width = in;
        for (int i = 0; i < widths.length; i++) {
            requirePositive(name + ".widths[" + i + "]", widths[i]);
            Tensor.Start start = i == widths.length - 1 ? lastStart : Tensor.Start.GLOROT;
            kernels.add(layout.matrix(name + "." + i + ".kernel", width, widths[i], start, masks.apply(i)));
            biases.add(layout.bias(name + "." + i + ".bias", 1, widths[i], Tensor.Start.ZERO));
            width = widths[i];
        }
    }

    /** One dense layer, activation(x·W + b). */
    public static Mlp dense(Layout layout, String name, int in, int out, Activation activation) {
        return new Mlp(layout, name, in, 0, new int[] {out}, activation, activation);
    }

    /** A network without a final activation whose last layer, and thus output, is initialized to zero. */
    public static Mlp closed(Layout layout, String name, int in, int condition, int[] widths, Activation hidden) {
        return new Mlp(
                layout,
                name,
                in,
                condition,
                widths,
                hidden,
                Activation.LINEAR,
                Tensor.Start.CLOSED,
                layer -> Mask.NONE);
    }

    /**
     * A {@linkplain #closed closed} network with structural zeros: a unit depends on those units of the layer below that
     * have at most its own degree.
     *
     * @param degrees of the inputs, of each hidden layer and of the outputs; their numbers are the widths
     */
    static Mlp masked(Layout layout, String name, int condition, int[][] degrees, Activation hidden) {
        int[] widths = new int[degrees.length - 1];
        for (int i = 0; i < widths.length; i++) widths[i] = degrees[i + 1].length;
        return new Mlp(
                layout,
                name,
                degrees[0].length,
                condition,
                widths,
                hidden,
                Activation.LINEAR,
                Tensor.Start.CLOSED,
                layer -> Mask.of(degrees[layer], degrees[layer + 1]));
    }

    /** A linear map of x and its condition, initialized to zero, to be added to a network. */
    public static Mlp linear(Layout layout, String name, int in, int condition, int out) {
        return closed(layout, name, in, condition, new int[] {out}, Activation.LINEAR);
    }

    @Override
    public int in() {
        return in;
    }

    @Override
    public int condition() {
        return condition;
    }

    @Override
    public int out() {
        return widths[widths.length - 1];
    }

    @Override
    public MlpPass pass(Memory memory) {
        return new MlpPass(this, memory);
    }

    @Override
    public ConditionalLanes lanes(Memory memory) {
        return new MlpLanes(this, memory);
    }

    /** The network and its derivatives along directions of x, for rows of one data set. */
    public MlpTangents tangents(Memory memory) {
        return new MlpTangents(this, memory);
    }

    /** What the first layer adds to x·W for each data set: c·W꜀ + b, [M, first]. */
    void start(Memory memory, Block condition, Buffer start) {
        if (this.condition == 0) throw new IllegalStateException("given: this network has no condition");
        condition.requireWidth("condition", this.condition);
        int first = Kernels.padded(widths[0]);
        memory.kernels()
                .multiply(
                        condition.sets(),
                        first,
                        this.condition,
                        condition.data(),
                        condition.offset(),
                        condition.setStride(),
                        1,
                        memory.weights(),
                        conditionKernel.offset(),
                        Kernels.PANELS,
                        start.atLeast(condition.sets() * first),
                        0,
                        first,
                        memory.weights(),
                        biases.getFirst().offset(),
                        0);
    }

    int depth() {
        return widths.length;
    }

    int width(int layer) {
        return widths[layer];
    }

    Tensor kernel(int layer) {
        return kernels.get(layer);
    }

    Tensor bias(int layer) {
        return biases.get(layer);
    }

    /** The weights that the condition meets; only where C &gt; 0. */
    Tensor conditionKernel() {
        return conditionKernel;
    }

    Activation activation(int layer) {
        return layer == widths.length - 1 ? last : hidden;
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
