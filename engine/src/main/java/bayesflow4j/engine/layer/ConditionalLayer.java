package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Memory;

/** A differentiable map of blocks [M, N, in] that also depends on one condition [M, 1, C] per data set. */
public interface ConditionalLayer {
    /** The width of the input. */
    int in();

    /** C, the width of the condition. */
    int condition();

    /** The width of the output. */
    int out();

    /** One worker's evaluation of this layer. */
    ConditionalPass pass(Memory memory);

    /** The same map on rows of one data set in column-major order, forward only; bit for bit equal to the pass. */
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
