package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Block;

/** One worker's evaluation, forward only, of a conditional layer on rows of one data set in column-major order. */
public interface ConditionalLanes {
    /** The map given this condition [1, 1, C]; whatever depends on the condition alone is computed here, once. */
    Lanes given(Block condition);
}
