package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.model.ObservationCount;

/**
 * A summary extended by one number, log N scaled to [−1, 1] over the range of N. Means over rows carry no information
 * about N, which a posterior that contracts as 1/N depends on.
 */
public record WithCount(Layer summary, ObservationCount count) implements Layer {
    /** The extended summary; the summary unchanged if N is fixed. */
    public static Layer of(Layer summary, ObservationCount count) {
        return count.least() == count.most() ? summary : new WithCount(summary, count);
    }

    @Override
    public int in() {
        return summary.in();
    }

    @Override
    public int out() {
        return summary.out() + 1;
    }

    private float scaled(int n) {
        double least = StrictMath.log(count.least());
        double most = StrictMath.log(count.most());
        return (float) (2 * (StrictMath.log(n) - least) / (most - least) - 1);
    }

    @Override
    public Pass pass(Memory memory) {
        return new CountingPass(summary.pass(memory));
    }

    private final class CountingPass implements Pass {
        private final Pass inner;
        private final int width = summary.out();
        private final int stride = Kernels.padded(width + 1);
        private final int innerStride = Kernels.padded(width);
        private final Buffer outputs = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Block y = new Block();
        private final Block dInner = new Block();

        private CountingPass(Pass inner) {
            this.inner = inner;
        }

        @Override
        public Block forward(Block x) {
            Block s = inner.forward(x);
            float[] to = outputs.atLeast(s.sets() * stride);
            float last = scaled(x.length());
            for (int m = 0; m < s.sets(); m++) {
                System.arraycopy(s.data(), s.at(m, 0), to, m * stride, width);
                to[m * stride + width] = last;
            }
            return y.show(to, 0, s.sets(), 1, width + 1, stride);
        }

        @Override
        public Block backward(Block dy) {
            return inner.backward(withoutCount(dy));
        }

        @Override
        public void backwardToWeights(Block dy) {
            inner.backwardToWeights(withoutCount(dy));
        }

        private Block withoutCount(Block dy) {
            float[] to = gradients.atLeast(dy.sets() * innerStride);
            for (int m = 0; m < dy.sets(); m++) System.arraycopy(dy.data(), dy.at(m, 0), to, m * innerStride, width);
            return dInner.show(to, 0, dy.sets(), 1, width, innerStride);
        }
    }
}
