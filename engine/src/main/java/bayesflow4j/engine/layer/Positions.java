package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/**
 * Every row with its place n in the data set added: y(n, j) = x(n, j) + sin or cos (n·ωⱼ), with wavelengths from 2π to 2π·10⁴ rows. A sine
 * and a cosine of the same ω lie side by side, so that a shift of places is a rotation.
 */
public record Positions(int in) implements Layer {
    private static final double LONGEST = 1e4;

    public Positions {
        if (in < 1) throw new IllegalArgumentException("in: expected at least 1, got " + in);
    }

    /** What is added to column j of row n. */
    static double at(int n, int j, int width) {
        double angle = n * StrictMath.pow(LONGEST, -(double) (j / 2 * 2) / width);
        return j % 2 == 0 ? StrictMath.sin(angle) : StrictMath.cos(angle);
    }

    @Override
    public int out() {
        return in;
    }

    @Override
    public Pass pass(Memory memory) {
        return new PositionsPass();
    }

    private final class PositionsPass implements Pass {
        private final Buffer outputs = new Buffer();
        private final Block y = new Block();
        private float[] places = new float[0];

        @Override
        public Block forward(Block x) {
            x.requireWidth("x", in);
            if (places.length < x.length() * in) places = places(x.length());
            int stride = padded(in);
            float[] to = outputs.atLeast(x.rows() * stride);
            for (int m = 0; m < x.sets(); m++)
                for (int n = 0; n < x.length(); n++) {
                    int from = x.at(m, n);
                    int at = (m * x.length() + n) * stride;
                    for (int j = 0; j < in; j++) to[at + j] = x.data()[from + j] + places[n * in + j];
                }
            return y.show(to, 0, x.sets(), x.length(), in, stride);
        }

        private float[] places(int length) {
            float[] all = new float[length * in];
            for (int i = 0; i < all.length; i++) all[i] = (float) at(i / in, i % in, in);
            return all;
        }

        @Override
        public Block backward(Block dy) {
            return dy;
        }
    }
}
