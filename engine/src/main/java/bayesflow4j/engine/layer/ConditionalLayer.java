package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Memory;

/** A differentiable map of blocks [M, N, in] that also depends on one condition [M, 1, C] per data set. */
public interface ConditionalLayer {
    /** The width of what goes in. */
    int in();

    /** C, the width of the condition. */
    int condition();

    /** The width of what comes out. */
    int out();

    /** One worker's way through this layer. */
    ConditionalPass pass(Memory memory);

    /** The same map for rows of one data set that lie by columns, forward only: to the last bit what the pass makes of them. */
    default ConditionalLanes lanes(Memory memory) {
        ConditionalPass pass = pass(memory);
        Pass[] given = new Pass[1];
        Lanes lanes = new LanesByRows(memory.kernels(), in(), out(), x -> given[0].forward(x));
        return condition -> {
            given[0] = pass.given(condition);
            return lanes;
        };
    }
}
