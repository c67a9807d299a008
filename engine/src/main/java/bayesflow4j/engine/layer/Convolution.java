package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.PANELS;
import static bayesflow4j.engine.kernel.Kernels.ZERO;
import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import java.util.Arrays;

/**
 * A convolution over time, without padding: [M, T, d] → [M, ⌊(T−k)/stride⌋+1, out]. Row i of the output depends on the
 * rows i·stride … i·stride+k−1 of the input, which are contiguous in memory: the convolution is a matrix product on
 * overlapping rows, without copies.
 */
public final class Convolution implements Layer {
    private final int in;
    private final int out;
    private final int size;
    private final int stride;
    private final Activation activation;
    private final Tensor kernel;
    private final Tensor bias;
    private final String name;

    /** A convolution of {@code size} = k time steps per output. */
    public Convolution(Layout layout, String name, int in, int out, int size, int stride, Activation activation) {
        requirePositive(name + ".in", in);
        requirePositive(name + ".out", out);
        requirePositive(name + ".size", size);
        requirePositive(name + ".stride", stride);
        this.name = name;
        this.in = in;
        this.out = out;
        this.size = size;
        this.stride = stride;
        this.activation = activation;
        this.kernel = layout.matrix(name + ".kernel", size * in, out);
        this.bias = layout.bias(name + ".bias", 1, out, Tensor.Start.ZERO);
    }

    @Override
    public int in() {
        return in;
    }

    @Override
    public int out() {
        return out;
    }

    /** The length of the output for an input of this length. */
    public int length(int steps) {
        if (steps < size)
            throw new IllegalArgumentException(
                    name + ": expected a series of at least " + size + " steps, got " + steps);
        return (steps - size) / stride + 1;
    }

    @Override
    public Pass pass(Memory memory) {
        return new ConvolutionPass(memory);
    }

    private final class ConvolutionPass implements Pass {
        private final Memory memory;
        private final Kernels kernels;
        private final Buffer packed = new Buffer();
        private final Buffer outputs = new Buffer();
        private final Buffer delta = new Buffer();
        private final Buffer windows = new Buffer();
        private final Buffer dInput = new Buffer();
        private final Buffer dPadded = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private int sets;
        private int steps;
        private int length;
        private float[] input = new float[0];
        private int inputAt;

        private ConvolutionPass(Memory memory) {
            this.memory = memory;
            this.kernels = memory.kernels();
        }

        @Override
        public Block forward(Block x) {
            x.requireWidth("x", in);
            sets = x.sets();
            steps = x.length();
            length = length(steps);
            pack(x);
            int width = padded(out);
            float[] to = outputs.atLeast(sets * length * width);
            for (int m = 0; m < sets; m++) {
                int at = m * length * width;
                kernels.multiply(
                        length,
                        width,
                        size * in,
                        input,
                        inputAt + m * steps * in,
                        stride * in,
                        1,
                        memory.weights(),
                        kernel.offset(),
                        PANELS,
                        to,
                        at,
                        width,
                        memory.weights(),
                        bias.offset(),
                        0);
                kernels.activate(activation, to, at, length * width);
            }
            return y.show(to, 0, sets, length, out, width);
        }

        /** Rows must touch for windows to be runs of memory: those that are padded or shared are copied together. */
        private void pack(Block x) {
            input = x.data();
            inputAt = x.offset();
            if (x.rowStride() == in && x.isDense()) return;
            input = packed.atLeast(sets * steps * in);
            inputAt = 0;
            for (int m = 0; m < sets; m++)
                for (int t = 0; t < steps; t++) System.arraycopy(x.data(), x.at(m, t), input, (m * steps + t) * in, in);
        }

        @Override
        public Block backward(Block dy) {
            float[] to = dInput.atLeast(sets * steps * in);
            Arrays.fill(to, 0, sets * steps * in, 0f);
            windows.atLeast(length * padded(size * in));
            for (int m = 0; m < sets; m++) {
                backwardToWeights(dy, m);
                addInputGradient(to, m);
            }
            return pad(to);
        }

        @Override
        public void backwardToWeights(Block dy) {
            for (int m = 0; m < sets; m++) backwardToWeights(dy, m);
        }

        private void backwardToWeights(Block dy, int m) {
            memory.requireTraining();
            dy.requireShape("dy", sets, length, out);
            int width = padded(out);
            float[] d = delta.atLeast(length * width);
            float[] gradient = memory.gradient();
            kernels.activateBackward(
                    activation,
                    length,
                    width,
                    dy.data(),
                    dy.at(m, 0),
                    dy.rowStride(),
                    outputs.data(),
                    m * length * width,
                    d,
                    0);
            kernels.multiply(
                    size * in,
                    width,
                    length,
                    input,
                    inputAt + m * steps * in,
                    1,
                    stride * in,
                    d,
                    0,
                    width,
                    gradient,
                    kernel.offset(),
                    PANELS,
                    m == 0 ? ZERO : gradient,
                    kernel.offset(),
                    PANELS);
            kernels.sumRows(length, width, d, 0, width, gradient, bias.offset(), m > 0);
        }

        /** What each output passes back to its window, added up where windows overlap. */
        private void addInputGradient(float[] to, int m) {
            int columns = size * in;
            int width = padded(columns);
            float[] window = windows.data();
            kernels.multiply(
                    length,
                    width,
                    kernel.transposedRows(),
                    delta.data(),
                    0,
                    padded(out),
                    1,
                    memory.transposed(),
                    kernel.transposedOffset(),
                    PANELS,
                    window,
                    0,
                    width,
                    ZERO,
                    0,
                    0);
            for (int i = 0; i < length; i++) {
                int at = (m * steps + i * stride) * in;
                if (columns % 8 == 0) kernels.add(window, i * width, to, at, columns);
                else for (int j = 0; j < columns; j++) to[at + j] += window[i * width + j];
            }
        }

        private Block pad(float[] from) {
            int width = padded(in);
            if (width == in) return dx.show(from, 0, sets, steps, in, in);
            float[] to = dPadded.atLeast(sets * steps * width);
            for (int row = 0; row < sets * steps; row++) System.arraycopy(from, row * in, to, row * width, in);
            return dx.show(to, 0, sets, steps, in, width);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
