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
 * s ↦ logits [D] of one classifier: a network plus, for each class, products Σᵣ (uᵣ·s + gᵣ(s))(vᵣ·s), whose gᵣ are outputs of the
 * network. Evidence grows as squares of statistics and as N times functions of means, and s has √N among its numbers; a network
 * of ELUs continues both as straight lines. The products start at zero.
 */
record LogOdds(int in, int out, Mlp network, Mlp left, Mlp right) implements Layer {
    /** Products for each class. */
    private static final int RANK = 4;

    static LogOdds of(Layout layout, String name, HiddenLayers layers, int in, int out) {
        return new LogOdds(
                in,
                out,
                layers.network(layout, name, in, 0, (1 + RANK) * out),
                Mlp.dense(layout, name + ".left", in, RANK * out, Activation.LINEAR),
                Mlp.linear(layout, name + ".right", in, 0, RANK * out));
    }

    @Override
    public LogOddsPass pass(Memory memory) {
        return new LogOddsPass(network.pass(memory), left.pass(memory), right.pass(memory));
    }

    /** The pass, which knows the terms of its logits. */
    final class LogOddsPass implements Pass {
        private final Pass network;
        private final Pass left;
        private final Pass right;
        private final Buffer sums = new Buffer();
        private final Buffer lefts = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Buffer outputs = new Buffer();
        private final Buffer inputs = new Buffer();
        private final Block y = new Block();
        private final Block leftFactors = new Block();
        private final Block dProducts = new Block();
        private final Block dOutputs = new Block();
        private final Block dx = new Block();
        private Block logits = new Block();
        private Block u = new Block();
        private Block v = new Block();

        private LogOddsPass(Pass network, Pass left, Pass right) {
            this.network = network;
            this.left = left;
            this.right = right;
        }

        @Override
        public Block forward(Block x) {
            logits = network.forward(x);
            u = sum(left.forward(x), logits);
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

        /** After {@code forward}: what the logit of a class is the sum of in the first row, the network's part first. */
        double[] terms(int k) {
            double[] terms = new double[1 + RANK];
            terms[0] = logits.data()[logits.at(0, 0) + k];
            for (int r = 0; r < RANK; r++)
                terms[1 + r] = (double) u.data()[u.at(0, 0) + k * RANK + r] * v.data()[v.at(0, 0) + k * RANK + r];
            return terms;
        }

        /** The left factors: their linear part and the outputs of the network after its logits. */
        private Block sum(Block linear, Block network) {
            int stride = Kernels.padded(RANK * out);
            float[] to = lefts.atLeast(linear.rows() * stride);
            for (int m = 0; m < linear.rows(); m++)
                for (int r = 0; r < RANK * out; r++)
                    to[m * stride + r] =
                            linear.data()[linear.at(m, 0) + r] + network.data()[network.at(m, 0) + out + r];
            return leftFactors.show(to, 0, linear.rows(), 1, RANK * out, stride);
        }

        @Override
        public Block backward(Block dy) {
            int stride = Kernels.padded(in);
            float[] sum = inputs.atLeast(dy.rows() * stride);
            Arrays.fill(sum, 0, dy.rows() * stride, 0f);
            Block dLeft = gradient(dy, v);
            add(network.backward(beside(dy, dLeft)), sum, stride);
            // The gradient of one factor needs the value of the other, which its own backward leaves as it is.
            add(left.backward(dLeft), sum, stride);
            add(right.backward(gradient(dy, u)), sum, stride);
            return dx.show(sum, 0, dy.rows(), 1, in, stride);
        }

        /** The gradient of the network's outputs: of the logits, then of the left factors. */
        private Block beside(Block dLogits, Block dLeft) {
            int width = (1 + RANK) * out;
            int stride = Kernels.padded(width);
            float[] to = outputs.atLeast(dLogits.rows() * stride);
            Arrays.fill(to, 0, dLogits.rows() * stride, 0f);
            for (int m = 0; m < dLogits.rows(); m++) {
                System.arraycopy(dLogits.data(), dLogits.at(m, 0), to, m * stride, out);
                System.arraycopy(dLeft.data(), dLeft.at(m, 0), to, m * stride + out, RANK * out);
            }
            return dOutputs.show(to, 0, dLogits.rows(), 1, width, stride);
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
