package bayesflow4j.head.flow;

import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Permutation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;

/**
 * A fixed permutation of the D columns, so that the next coupling splits them differently. It ignores the condition.
 */
public record Shuffle(Permutation permutation, int condition) implements ConditionalBijection {
    @Override
    public int width() {
        return permutation.in();
    }

    @Override
    public Pass pass(Memory memory) {
        bayesflow4j.engine.layer.Pass there = permutation.pass(memory);
        bayesflow4j.engine.layer.Pass back = permutation.inverse().pass(memory);
        Bijection bijection = new Bijection() {
            @Override
            public Block forward(Block x, float[] logDet) {
                return there.forward(x);
            }

            @Override
            public Block inverse(Block z, float[] logDet) {
                return back.forward(z);
            }

            @Override
            public Block backward(Block dz, float[] dLogDet) {
                return there.backward(dz);
            }
        };
        return new Pass() {
            @Override
            public Bijection given(Block condition) {
                return bijection;
            }

            @Override
            public void addConditionGradient(Block dCondition) {}
        };
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        Lanes back = permutation.inverse().lanes();
        return condition -> back;
    }
}
