package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/** The mean or the sum over the N rows of each data set: [M, N, d] → [M, 1, d], the same for any order of the rows. */
public record Pooling(int in, Kind kind) implements Layer {
    /** Which statistic of the rows it is. */
    public enum Kind {
        /** y = (x₁ + … + x_N) / N. */
        MEAN,
        /** y = x₁ + … + x_N. */
        SUM
    }

    public Pooling {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
    }

    @Override
    public int out() {
        return in;
    }

    @Override
    public Pass pass(Memory memory) {
        return new PoolingPass(memory.kernels());
    }

    private final class PoolingPass implements Pass {
        private final Kernels kernels;
        private final Buffer pooled = new Buffer();
        private final Buffer spread = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private int sets;
        private int length;

        private PoolingPass(Kernels kernels) {
            this.kernels = kernels;
        }

        @Override
        public Block forward(Block x) {
            x.requireWidth("x", in);
            sets = x.sets();
            length = x.length();
            int width = padded(in);
            float[] to = pooled.atLeast(sets * width);
            if (x.rowStride() % 8 == 0) {
                for (int m = 0; m < sets; m++)
                    kernels.sumRows(length, width, x.data(), x.at(m, 0), x.rowStride(), to, m * width, false);
            } else {
                for (int m = 0; m < sets; m++) sumUnpadded(x, m, to, m * width);
            }
            if (kind == Kind.MEAN) kernels.scale(1f / length, to, 0, sets * width);
            return y.show(to, 0, sets, 1, in, width);
        }

        private void sumUnpadded(Block x, int m, float[] to, int at) {
            for (int j = 0; j < in; j++) {
                float sum = 0;
                for (int n = 0; n < length; n++) sum += x.data()[x.at(m, n) + j];
                to[at + j] = sum;
            }
        }

        @Override
        public Block backward(Block dy) {
            dy.requireShape("dy", sets, 1, in);
            int width = padded(in);
            float[] to = spread.atLeast(sets * width);
            for (int m = 0; m < sets; m++) System.arraycopy(dy.data(), dy.at(m, 0), to, m * width, width);
            if (kind == Kind.MEAN) kernels.scale(1f / length, to, 0, sets * width);
            return dx.repeat(to, 0, sets, length, in, width);
        }
    }
}
