package bayesflow4j.engine;

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
}
