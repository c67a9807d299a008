package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Kernels;

/**
 * A map of rows that lie by columns, 64 at a time, as in the lanes of vectors: feature j of row i is 64·j + i floats behind the
 * first. A vector then holds one feature of several rows, so three columns are the work of three, not of a padded eight.
 */
public interface Lanes {
    /** How many rows lie beside each other. */
    int ROWS = Kernels.PANEL;

    /** y = f(x) for 64 rows; y has room for as many features as its width is {@linkplain Kernels#padded padded} to. */
    void map(float[] x, int x0, float[] y, int y0);

    /** Refuses an array that does not hold 64 rows of this many features from {@code at} on. */
    static void require(String name, float[] data, int at, int features) {
        if (at < 0 || at > data.length - features * ROWS)
            throw new IllegalArgumentException(name + ": expected room for " + features + " features of " + ROWS
                    + " rows from " + at + " on, got an array of " + data.length);
    }
}
