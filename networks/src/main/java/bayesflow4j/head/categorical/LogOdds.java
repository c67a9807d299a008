package bayesflow4j.head.categorical;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.head.HiddenLayers;
import java.util.Arrays;

/**
 * s ↦ logits [D] of one classifier: a network plus, for each class, a quadratic form of low rank, Σᵣ (uᵣ·s)(vᵣ·s). Bayes factors
 * of many data sets grow as squares of their statistics, which a network of ELUs continues as straight lines. The forms start at
 * zero.
 */
record LogOdds(int in, int out, Mlp network, Mlp left, Mlp right) implements Layer {
    /** The rank of each form. */
    private static final int RANK = 4;

    static LogOdds of(Layout layout, String name, HiddenLayers layers, int in, int out) {
        return new LogOdds(
                in,
                out,
                layers.network(layout, name, in, 0, out),
                Mlp.dense(layout, name + ".left", in, RANK * out, Activation.LINEAR),
                Mlp.linear(layout, name + ".right", in, 0, RANK * out));
    }

    @Override
    public Pass pass(Memory memory) {
        return new LogOddsPass(network.pass(memory), left.pass(memory), right.pass(memory));
    }

    private final class LogOddsPass implements Pass {
        private final Pass network;
        private final Pass left;
        private final Pass right;
        private final Buffer sums = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Buffer inputs = new Buffer();
        private final Block y = new Block();
        private final Block dProducts = new Block();
        private final Block dx = new Block();
        private Block u = new Block();
        private Block v = new Block();

        private LogOddsPass(Pass network, Pass left, Pass right) {
            this.network = network;
            this.left = left;
            this.right = right;
        }

        @Override
        public Block forward(Block x) {
            Block logits = network.forward(x);
            u = left.forward(x);
            v = right.forward(x);
            int stride = Kernels.padded(out);
            float[] to = sums.atLeast(x.rows() * stride);
            for (int m = 0; m < x.rows(); m++)
                for (int k = 0; k < out; k++) {
                    float sum = logits.data()[logits.at(m, 0) + k];
                    for (int r = k * RANK; r < (k + 1) * RANK; r++)
                        sum += u.data()[u.at(m, 0) + r] * v.data()[v.at(m, 0) + r];
                    to[m * stride + k] = sum;
                }
            return y.show(to, 0, x.rows(), 1, out, stride);
        }

        @Override
        public Block backward(Block dy) {
            int stride = Kernels.padded(in);
            float[] sum = inputs.atLeast(dy.rows() * stride);
            Arrays.fill(sum, 0, dy.rows() * stride, 0f);
            add(network.backward(dy), sum, stride);
            // The gradient of one factor needs the value of the other, which its own backward leaves as it is.
            add(left.backward(gradient(dy, v)), sum, stride);
            add(right.backward(gradient(dy, u)), sum, stride);
            return dx.show(sum, 0, dy.rows(), 1, in, stride);
        }

        private Block gradient(Block dy, Block other) {
            int stride = Kernels.padded(RANK * out);
            float[] to = gradients.atLeast(dy.rows() * stride);
            Arrays.fill(to, 0, dy.rows() * stride, 0f);
            for (int m = 0; m < dy.rows(); m++)
                for (int r = 0; r < RANK * out; r++)
                    to[m * stride + r] = dy.data()[dy.at(m, 0) + r / RANK] * other.data()[other.at(m, 0) + r];
            return dProducts.show(to, 0, dy.rows(), 1, RANK * out, stride);
        }

        private void add(Block part, float[] sum, int stride) {
            for (int m = 0; m < part.rows(); m++)
                for (int j = 0; j < in; j++) sum[m * stride + j] += part.data()[part.at(m, 0) + j];
        }
    }
}
