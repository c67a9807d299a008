package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * The largest value of each column over the N rows of each data set: [M, N, d] → [M, 1, d], the same for any order of the rows.
 * The gradient goes to the row of the maximum, the first one if there are several.
 */
public record Maxima(int in) implements Layer {
    public Maxima {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
    }

    @Override
    public int out() {
        return in;
    }

    @Override
    public Pass pass(Memory memory) {
        return new MaximaPass();
    }

    private final class MaximaPass implements Pass {
        private final int width = padded(in);
        private final Buffer maxima = new Buffer();
        private final Buffer gradient = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private int[] rows = new int[0];
        private int sets;
        private int length;

        @Override
        public Block forward(Block x) {
            x.requireWidth("x", in);
            sets = x.sets();
            length = x.length();
            float[] to = maxima.atLeast(sets * width);
            if (rows.length < sets * in) rows = new int[sets * in];
            for (int m = 0; m < sets; m++) {
                System.arraycopy(x.data(), x.at(m, 0), to, m * width, in);
                Arrays.fill(rows, m * in, (m + 1) * in, 0);
                for (int n = 1; n < length; n++) take(x.data(), x.at(m, n), n, to, m);
            }
            return y.show(to, 0, sets, 1, in, width);
        }

        private void take(float[] from, int at, int row, float[] to, int set) {
            for (int j = 0; j < in; j++) {
                if (!(from[at + j] > to[set * width + j])) continue;
                to[set * width + j] = from[at + j];
                rows[set * in + j] = row;
            }
        }

        @Override
        public Block backward(Block dy) {
            dy.requireShape("dy", sets, 1, in);
            float[] to = gradient.atLeast(sets * length * width);
            Arrays.fill(to, 0, sets * length * width, 0f);
            for (int m = 0; m < sets; m++)
                for (int j = 0; j < in; j++)
                    to[(m * length + rows[m * in + j]) * width + j] = dy.data()[dy.at(m, 0) + j];
            return dx.show(to, 0, sets, length, in, width);
        }
    }
}
