package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A differentiable map of blocks [M, N, in] with weights. A layer is immutable and knows only its sizes and the places
 * of its weights; a {@link Pass} does the arithmetic. A new layer is one file: a constructor that requests tensors from
 * the {@link Layout}, and a pass.
 */
public interface Layer {
    /** The width of the input. */
    int in();

    /** The width of the output. */
    int out();

    /** One worker's evaluation of this layer. */
    Pass pass(Memory memory);
}
