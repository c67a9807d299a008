package bayesflow4j.head.variational;

import bayesflow4j.engine.memory.Block;

/** Means and logarithms of standard deviations as a network's outputs say them; the logarithms are softly bounded. */
final class Spread {
    private static final double BOUND = 7;

    private Spread() {}

    static double mean(Block outputs, int row, int j) {
        return outputs.data()[outputs.offset() + row * outputs.rowStride() + j];
    }

    /** @param count of the means, which come first */
    static double log(Block outputs, int row, int count, int j) {
        double raw = outputs.data()[outputs.offset() + row * outputs.rowStride() + count + j];
        return BOUND * StrictMath.tanh(raw / BOUND);
    }

    /** The derivative of the bounded logarithm by the raw output, from its value. */
    static double slope(double log) {
        double bounded = log / BOUND;
        return 1 - bounded * bounded;
    }
}
