package bayesflow4j.flow;

import bayesflow4j.engine.Block;
import bayesflow4j.engine.Memory;

/** A family of bijections of R^D, one for each condition [M, 1, C]. Immutable; the arithmetic happens in a {@link Pass}. */
public interface ConditionalBijection {
    /** D. */
    int width();

    /** C. */
    int condition();

    /** One worker's way through it. */
    Pass pass(Memory memory);

    /** One worker's way through a conditional bijection. */
    interface Pass {
        /** The bijection given this condition; what depends on the condition alone is computed here, once per data set. */
        Bijection given(Block condition);

        /** After the bijection ran backward: adds ∂loss/∂condition. */
        void addConditionGradient(Block dCondition);
    }
}
