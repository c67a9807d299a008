package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Block;

/** One worker's evaluation of a layer, forward and then backward. The blocks it returns are valid until its next use. */
public interface Pass {
    /** y = f(x). The block x must not change until backward has run. */
    Block forward(Block x);

    /**
     * Given ∂loss/∂y, writes ∂loss/∂weights into the memory's gradient (replacing what is there) and returns ∂loss/∂x. It
     * belongs to the last forward, and may use up what that forward kept: one backward per forward.
     */
    Block backward(Block dy);

    /** As {@link #backward} where ∂loss/∂x is not needed, as for the layer that reads the data. */
    default void backwardToWeights(Block dy) {
        backward(dy);
    }
}
