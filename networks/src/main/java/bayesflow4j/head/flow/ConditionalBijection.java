package bayesflow4j.head.flow;

import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.LanesByRows;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;

/** A family of bijections of R^D, one for each condition [M, 1, C]. Immutable; the arithmetic happens in a {@link Pass}. */
public interface ConditionalBijection {
    /** D. */
    int width();

    /** C. */
    int condition();

    /** One worker's way through it. */
    Pass pass(Memory memory);

    /**
     * z ↦ f⁻¹(z) alone, without its determinant, for rows of one data set that lie by columns: the way draws go, to the last bit
     * what the pass makes of them.
     */
    default ConditionalLanes inverse(Memory memory) {
        Pass pass = pass(memory);
        Bijection[] given = new Bijection[1];
        float[] logDet = new float[Lanes.ROWS];
        Lanes lanes = new LanesByRows(memory.kernels(), width(), width(), z -> given[0].inverse(z, logDet));
        return condition -> {
            given[0] = pass.given(condition);
            return lanes;
        };
    }

    /** One worker's way through a conditional bijection. */
    interface Pass {
        /** The bijection given this condition; what depends on the condition alone is computed here, once per data set. */
        Bijection given(Block condition);

        /** After the bijection ran backward: adds ∂loss/∂condition. */
        void addConditionGradient(Block dCondition);
    }
}
