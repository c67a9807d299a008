package bayesflow4j.engine.kernel;

/** A function of one real number, applied to every element; each derivative is a function of the value alone. */
public enum Activation {
    /** y = x. */
    LINEAR,
    /** y = x for x &gt; 0, else eˣ − 1. */
    ELU,
    /** y = max(x, 0). */
    RELU,
    /** y = tanh x. */
    TANH
}
