package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;

/**
 * Every row with mean 0 and variance 1 over its columns, then scaled and shifted: y = (1 + g) ⊙ (x − mean)/√(variance + ε) + b. Gains g
 * and biases b begin at zero.
 */
public final class LayerNorm implements Layer {
    /** ε: a row of equal numbers has a finite gradient. */
    static final float LEAST_VARIANCE = 1e-5f;

    private final int width;
    private final Tensor gain;
    private final Tensor bias;

    /** For rows of this width, a multiple of eight. */
    public LayerNorm(Layout layout, String name, int width) {
        if (width < 1 || width != padded(width))
            throw new IllegalArgumentException(name + ".width: expected a multiple of 8, got " + width);
        this.width = width;
        this.gain = layout.bias(name + ".gain", 1, width, Tensor.Start.ZERO);
        this.bias = layout.bias(name + ".bias", 1, width, Tensor.Start.ZERO);
    }

    @Override
    public int in() {
        return width;
    }

    @Override
    public int out() {
        return width;
    }

    @Override
    public Pass pass(Memory memory) {
        return new NormPass(memory);
    }

    private final class NormPass implements Pass {
        private final Memory memory;
        private final Kernels kernels;
        private final Buffer standardized = new Buffer();
        private final Buffer scales = new Buffer();
        private final Buffer outputs = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Buffer products = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private Block x = new Block();

        private NormPass(Memory memory) {
            this.memory = memory;
            this.kernels = memory.kernels();
        }

        @Override
        public Block forward(Block x) {
            this.x = x.requireWidth("x", width);
            float[] z = standardized.atLeast(x.rows() * width);
            float[] to = outputs.atLeast(x.rows() * width);
            scales.atLeast(x.rows());
            for (int m = 0; m < x.sets(); m++)
                for (int n = 0; n < x.length(); n++) {
                    int row = m * x.length() + n;
                    System.arraycopy(x.data(), x.at(m, n), z, row * width, width);
                    standardize(z, row);
                    scaleAndShift(z, to, row * width);
                }
            return y.show(to, 0, x.sets(), x.length(), width, width);
        }

        private void standardize(float[] z, int row) {
            int at = row * width;
            float mean = EightSums.of(z, at, width) / width;
            for (int j = at; j < at + width; j++) z[j] -= mean;
            float variance = EightSums.ofProducts(z, at, z, at, width) / width;
            float scale = 1f / (float) Math.sqrt(variance + LEAST_VARIANCE);
            for (int j = at; j < at + width; j++) z[j] *= scale;
            scales.data()[row] = scale;
        }

        private void scaleAndShift(float[] z, float[] to, int at) {
            float[] w = memory.weights();
            int g = gain.offset();
            int b = bias.offset();
            for (int j = 0; j < width; j++) to[at + j] = Math.fma(z[at + j], w[g + j], z[at + j]) + w[b + j];
        }

        @Override
        public Block backward(Block dy) {
            memory.requireTraining();
            dy.requireShape("dy", x.sets(), x.length(), width);
            float[] d = gradients.atLeast(x.rows() * width);
            float[] product = products.atLeast(x.rows() * width);
            float[] z = standardized.data();
            for (int m = 0; m < x.sets(); m++)
                for (int n = 0; n < x.length(); n++)
                    System.arraycopy(dy.data(), dy.at(m, n), d, (m * x.length() + n) * width, width);
            for (int j = 0; j < x.rows() * width; j++) product[j] = d[j] * z[j];
            kernels.sumRows(x.rows(), width, product, 0, width, memory.gradient(), gain.offset(), false);
            kernels.sumRows(x.rows(), width, d, 0, width, memory.gradient(), bias.offset(), false);
            for (int row = 0; row < x.rows(); row++) backward(d, z, row);
            return dx.show(d, 0, x.sets(), x.length(), width, width);
        }

        /** What is left of the gradient once its parts along the mean and along the standardized row are taken out. */
        private void backward(float[] d, float[] z, int row) {
            float[] w = memory.weights();
            int at = row * width;
            int g = gain.offset();
            for (int j = 0; j < width; j++) d[at + j] = Math.fma(d[at + j], w[g + j], d[at + j]);
            float mean = EightSums.of(d, at, width) / width;
            float along = EightSums.ofProducts(d, at, z, at, width) / width;
            float scale = scales.data()[row];
            for (int j = at; j < at + width; j++) d[j] = (d[j] - mean - z[j] * along) * scale;
        }
    }
}
