package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * Mean and standard deviation over the N rows of each data set: [M, N, d] → [M, 1, 2d], the same for any order of the rows.
 * With a mean alone, the layers before it would have to learn squares; the deviation supplies second moments.
 */
public record Moments(int in) implements Layer {
    /** Added to variances, so that the deviation of equal rows has a finite gradient. */
    static final float LEAST_VARIANCE = 1e-6f;

    public Moments {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
    }

    @Override
    public int out() {
        return 2 * in;
    }

    @Override
    public Pass pass(Memory memory) {
        return new MomentsPass();
    }

    private final class MomentsPass implements Pass {
        private final Buffer moments = new Buffer();
        private final Buffer gradient = new Buffer();
        private final float[] squares = new float[in];
        private final Block y = new Block();
        private final Block dx = new Block();
        private Block x = new Block();

        @Override
        public Block forward(Block x) {
            this.x = x.requireWidth("x", in);
            int stride = padded(out());
            float[] to = moments.atLeast(x.sets() * stride);
            Arrays.fill(to, 0, x.sets() * stride, 0f);
            for (int m = 0; m < x.sets(); m++) moments(m, to, m * stride);
            return y.show(to, 0, x.sets(), 1, out(), stride);
        }

        private void moments(int m, float[] to, int at) {
            float[] from = x.data();
            for (int n = 0; n < x.length(); n++) add(from, x.at(m, n), to, at);
            for (int j = 0; j < in; j++) to[at + j] /= x.length();
            Arrays.fill(squares, 0f);
            for (int n = 0; n < x.length(); n++) addSquares(from, x.at(m, n), to, at);
            for (int j = 0; j < in; j++) to[at + in + j] = (float) Math.sqrt(squares[j] / x.length() + LEAST_VARIANCE);
        }

        private void add(float[] from, int row, float[] to, int at) {
            for (int j = 0; j < in; j++) to[at + j] += from[row + j];
        }

        private void addSquares(float[] from, int row, float[] mean, int at) {
            for (int j = 0; j < in; j++) {
                float off = from[row + j] - mean[at + j];
                squares[j] += off * off;
            }
        }

        @Override
        public Block backward(Block dy) {
            dy.requireShape("dy", x.sets(), 1, out());
            int stride = padded(in);
            float[] to = gradient.atLeast(x.rows() * stride);
            Arrays.fill(to, 0, x.rows() * stride, 0f);
            int wide = padded(out());
            float[] moment = moments.data();
            for (int m = 0; m < x.sets(); m++) {
                // Per unit of (x − mean), what the deviation's gradient adds: dy / (N · deviation).
                for (int j = 0; j < in; j++)
                    squares[j] = dy.data()[dy.at(m, 0) + in + j] / (x.length() * moment[m * wide + in + j]);
                for (int n = 0; n < x.length(); n++)
                    spread(dy.data(), dy.at(m, 0), moment, m * wide, x.at(m, n), to, (m * x.length() + n) * stride);
            }
            return dx.show(to, 0, x.sets(), x.length(), in, stride);
        }

        private void spread(float[] dy, int dyAt, float[] mean, int at, int row, float[] to, int toAt) {
            float share = 1f / x.length();
            float[] from = x.data();
            for (int j = 0; j < in; j++)
                to[toAt + j] = dy[dyAt + j] * share + squares[j] * (from[row + j] - mean[at + j]);
        }
    }
}
