package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Kernels;

/**
 * A map of 64 rows in column-major order, as in vector lanes: feature j of row i has index 64·j + i. A vector holds one
 * feature of several rows, so three columns cost as much as three, not as a padded eight.
 */
public interface Lanes {
    /** The number of rows of one map. */
    int ROWS = Kernels.PANEL;

    /** y = f(x) for 64 rows; y has room for the {@linkplain Kernels#padded padded} number of features. */
    void map(float[] x, int x0, float[] y, int y0);

    /** Refuses an array without room for 64 rows of this many features from {@code at} on. */
    static void require(String name, float[] data, int at, int features) {
        if (at < 0 || at > data.length - features * ROWS)
            throw new IllegalArgumentException(name + ": expected room for " + features + " features of " + ROWS
                    + " rows from " + at + " on, got an array of " + data.length);
    }
}
