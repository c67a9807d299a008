package bayesflow4j.head.flow;

import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.LanesByRows;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;

/** A family of bijections of R^D, one for each condition [M, 1, C]. Immutable; a {@link Pass} does the computation. */
public interface ConditionalBijection {
    /** D. */
    int width();

    /** C. */
    int condition();

    /** A pass on one worker's memory. */
    Pass pass(Memory memory);

    /**
     * z ↦ f⁻¹(z) without its determinant, for rows of one data set in column-major order, as sampling uses it. The
     * values equal those of the pass bit for bit.
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

    /** A conditional bijection on one worker's memory. */
    interface Pass {
        /**
         * The bijection given this condition; whatever depends only on the condition is computed here, once per data
         * set.
         */
        Bijection given(Block condition);

        /** To be called after the bijection's backward: adds ∂loss/∂condition. */
        void addConditionGradient(Block dCondition);
    }
}
