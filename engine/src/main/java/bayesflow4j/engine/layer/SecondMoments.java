package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * The means m of xᵢ and of xᵢxⱼ, i ≤ j, over the N rows of each data set, which are sufficient for normal data and linear models:
 * [M, N, d] → [M, 1, 2q + 1] with q = d + d(d+1)/2 of them, the same for any order of the rows. The output is asinh(m), then √N·m
 * and √N, in units of ten: a deviation of m from a value that a hypothesis fixes is large if it is large for so many rows. Both
 * are bounded where tails are heavy. Wide data keep their squares, i = j, only.
 */
public final class SecondMoments implements Layer {
    /** From this width on, there would be more products of different columns than other features. */
    private static final int WIDE = 9;

    /** √N·m levels off at this many units. */
    private static final double BOUND = 20;

    private static final double UNIT = 10;

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
        return 2 * means() + 1;
    }

    private int means() {
        return in + first.length;
    }

    /** v / √(1 + (v/B)²): v itself where it is small, never more than B. */
    private static double bounded(double v) {
        return v / Math.sqrt(1 + v / BOUND * (v / BOUND));
    }

    @Override
    public Pass pass(Memory memory) {
        return new SecondMomentsPass();
    }

    private final class SecondMomentsPass implements Pass {
        private final double[] sums = new double[means()];
        private final float[] slopes = new float[means()];
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
                write(to, m * stride);
            }
            return y.show(to, 0, x.sets(), 1, out(), stride);
        }

        private void write(float[] to, int at) {
            double root = Math.sqrt(x.length()) / UNIT;
            for (int j = 0; j < sums.length; j++) {
                double mean = sums[j] / x.length();
                to[at + j] = asinh(mean);
                to[at + sums.length + j] = (float) bounded(root * mean);
            }
            to[at + 2 * sums.length] = (float) bounded(root);
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
                for (int j = 0; j < slopes.length; j++) slopes[j] = slope(dy, m, j, wide) / x.length();
                for (int n = 0; n < x.length(); n++) spread(x.at(m, n), to, (m * x.length() + n) * stride);
            }
            return dx.show(to, 0, x.sets(), x.length(), in, stride);
        }

        /** The gradient of mean j: 1/√(1 + m²) = 1/cosh(asinh m) through asinh, √N (b/v)³ through the bounded v. */
        private float slope(Block dy, int m, int j, int wide) {
            double y = moments.data()[m * wide + j];
            double root = Math.sqrt(x.length()) / UNIT;
            double v = root * StrictMath.sinh(y);
            double ratio = 1 / Math.sqrt(1 + v / BOUND * (v / BOUND));
            int at = dy.at(m, 0) + j;
            return (float)
                    (dy.data()[at] / StrictMath.cosh(y) + dy.data()[at + slopes.length] * root * ratio * ratio * ratio);
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
