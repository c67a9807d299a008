package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Block;

/** One worker's way, forward only, through a map of rows of one data set that lie by columns. */
public interface ConditionalLanes {
    /** The map given this condition [1, 1, C]; whatever depends on the condition alone is computed here, once. */
    Lanes given(Block condition);
}
