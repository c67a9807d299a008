package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A differentiable map of blocks [M, N, in] with weights. A layer is immutable and knows only its sizes and where its weights
 * lie; the arithmetic happens in a {@link Pass}. A new layer is one file: a constructor that asks the {@link Layout} for
 * tensors, and a pass.
 */
public interface Layer {
    /** The width of what goes in. */
    int in();

    /** The width of what comes out. */
    int out();

    /** One worker's way through this layer. */
    Pass pass(Memory memory);
}
