package bayesflow4j.summary;

import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Layout;

/**
 * The design of a map from a data set [N, d], N of any size in a range, to its summary [S], which is learned together with the
 * flow. One trained network serves all N.
 */
public sealed interface SummaryNetwork permits Invariant, Recurrent, Convolutional, Identity {
    /** The smallest N it can read. */
    int leastLength();

    /** The network for data of this width, its weights placed in the layout: [M, N, d] → [M, 1, S]. */
    Layer layer(Layout layout, int width);

    static void requirePositive(String name, int value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }
}
