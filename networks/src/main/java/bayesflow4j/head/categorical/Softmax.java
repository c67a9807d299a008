package bayesflow4j.head.categorical;

import bayesflow4j.engine.memory.Block;
import java.util.random.RandomGenerator;

/** exp(fᵥ) / Σ exp(fᵤ) over a range of values; values outside have no probability. */
final class Softmax {
    private Softmax() {}

    /**
     * Probabilities of all values [V] from one row of logits.
     *
     * @param range the first and the last value that is possible
     */
    static double[] of(Block logits, int row, int[] range) {
        float[] f = logits.data();
        int at = logits.at(row, 0);
        double largest = Double.NEGATIVE_INFINITY;
        for (int v = range[0]; v <= range[1]; v++) largest = Math.max(largest, f[at + v]);
        double[] p = new double[logits.width()];
        double sum = 0;
        for (int v = range[0]; v <= range[1]; v++) sum += p[v] = StrictMath.exp(f[at + v] - largest);
        for (int v = range[0]; v <= range[1]; v++) p[v] /= sum;
        return p;
    }

    /** A value with these probabilities. */
    static int draw(double[] p, RandomGenerator rng) {
        double left = rng.nextDouble();
        int v = 0;
        while (v < p.length - 1 && (left -= p[v]) >= 0) v++;
        // What rounding leaves at the end must not go to a value without probability.
        while (p[v] == 0) v--;
        return v;
    }
}
