package bayesflow4j.summary;

import bayesflow4j.design.Design;
import bayesflow4j.design.Kinds;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.model.DataKind;

/**
 * The design of a map from a data set [N, d], with N anywhere in a range, to its summary [S], learned jointly with the
 * head. One trained network serves all N.
 */
public interface SummaryNetwork extends Design {
    /** All kinds of summary networks on the class path. */
    Kinds<SummaryNetwork> KINDS = Kinds.of(SummaryKind.class);

    /** The smallest N it can read. */
    int leastLength();

    /** Whether it can read data of this kind; most networks read several rows. */
    default boolean reads(DataKind kind) {
        return kind != DataKind.VECTOR;
    }

    /** The network for data of this width, its weights placed in the layout: [M, N, d] → [M, 1, S]. */
    Layer layer(Layout layout, int width);
}
