package bayesflow4j.engine.layer;

import bayesflow4j.engine.memory.Block;

/** One worker's evaluation of a conditional layer: {@code given} a condition it is a plain pass. */
public interface ConditionalPass {
    /** The map given this condition [M, 1, C]; whatever depends on the condition alone is computed here, once. */
    Pass given(Block condition);

    /** After the plain pass ran backward: adds ∂loss/∂condition to a dense [M, 1, C] block of padded rows. */
    void addConditionGradient(Block dCondition);
}
