package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * asinh of the means of xᵢ and of xᵢxⱼ, i ≤ j, over the N rows of each data set: [M, N, d] → [M, 1, d + d(d+1)/2], the same for
 * any order of the rows. They are sufficient for normal data and linear models; asinh bounds those of heavy tails. Wide data
 * keep their squares, i = j, only.
 */
public final class SecondMoments implements Layer {
    /** From this width on, there would be more products of different columns than other features. */
    private static final int WIDE = 9;

    private final int in;
    private final int[] first;
    private final int[] second;

    /** For data of this width. */
    public SecondMoments(int in) {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
        this.in = in;
        int pairs = in < WIDE ? in * (in + 1) / 2 : in;
        first = new int[pairs];
        second = new int[pairs];
        int p = 0;
        for (int i = 0; i < in; i++)
            for (int j = i; j < (in < WIDE ? in : i + 1); j++) {
                first[p] = i;
                second[p++] = j;
            }
    }

    @Override
    public int in() {
        return in;
    }

    @Override
    public int out() {
        return in + first.length;
    }

    @Override
    public Pass pass(Memory memory) {
        return new SecondMomentsPass();
    }

    private final class SecondMomentsPass implements Pass {
        private final double[] sums = new double[out()];
        private final float[] slopes = new float[out()];
        private final Buffer moments = new Buffer();
        private final Buffer gradient = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private Block x = new Block();

        @Override
        public Block forward(Block x) {
            this.x = x.requireWidth("x", in);
            int stride = padded(out());
            float[] to = moments.atLeast(x.sets() * stride);
            Arrays.fill(to, 0, x.sets() * stride, 0f);
            for (int m = 0; m < x.sets(); m++) {
                Arrays.fill(sums, 0);
                for (int n = 0; n < x.length(); n++) add(x.data(), x.at(m, n));
                for (int j = 0; j < sums.length; j++) to[m * stride + j] = asinh(sums[j] / x.length());
            }
            return y.show(to, 0, x.sets(), 1, out(), stride);
        }

        private void add(float[] from, int row) {
            for (int j = 0; j < in; j++) sums[j] += from[row + j];
            for (int p = 0; p < first.length; p++)
                sums[in + p] += (double) from[row + first[p]] * from[row + second[p]];
        }

        private float asinh(double v) {
            double size = Math.abs(v);
            return (float) Math.copySign(StrictMath.log1p(size + size * size / (1 + Math.sqrt(1 + size * size))), v);
        }

        @Override
        public Block backward(Block dy) {
            dy.requireShape("dy", x.sets(), 1, out());
            int stride = padded(in);
            float[] to = gradient.atLeast(x.rows() * stride);
            Arrays.fill(to, 0, x.rows() * stride, 0f);
            int wide = padded(out());
            for (int m = 0; m < x.sets(); m++) {
                // ∂ asinh(v)/∂v = 1 / √(1 + v²) = 1 / cosh(asinh v).
                for (int j = 0; j < slopes.length; j++)
                    slopes[j] = (float) (dy.data()[dy.at(m, 0) + j]
                            / (x.length() * StrictMath.cosh(moments.data()[m * wide + j])));
                for (int n = 0; n < x.length(); n++) spread(x.at(m, n), to, (m * x.length() + n) * stride);
            }
            return dx.show(to, 0, x.sets(), x.length(), in, stride);
        }

        private void spread(int row, float[] to, int at) {
            float[] from = x.data();
            for (int j = 0; j < in; j++) to[at + j] = slopes[j];
            for (int p = 0; p < first.length; p++) {
                to[at + first[p]] += slopes[in + p] * from[row + second[p]];
                to[at + second[p]] += slopes[in + p] * from[row + first[p]];
            }
        }

        @Override
        public void backwardToWeights(Block dy) {
            // There are no weights.
        }
    }
}
