package bayesflow4j.head.flow;

import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;

/** A bijection with room for a mistake; without one it is as good as the right one. */
class FlawedBijection implements ConditionalBijection {
    final ConditionalBijection right;

    FlawedBijection(ConditionalBijection right) {
        this.right = right;
    }

    @Override
    public final int width() {
        return right.width();
    }

    @Override
    public final int condition() {
        return right.condition();
    }

    @Override
    public final Pass pass(Memory memory) {
        Pass pass = right.pass(memory);
        return new Pass() {
            @Override
            public Bijection given(Block condition) {
                return flawed(pass, condition, memory);
            }

            @Override
            public void addConditionGradient(Block dCondition) {
                FlawedBijection.this.addConditionGradient(pass, dCondition);
            }
        };
    }

    private Bijection flawed(Pass pass, Block condition, Memory memory) {
        Bijection given = pass.given(condition);
        return new Bijection() {
            @Override
            public Block forward(Block x, float[] logDet) {
                return FlawedBijection.this.forward(pass, condition, x, logDet, memory);
            }

            @Override
            public Block inverse(Block z, float[] logDet) {
                return FlawedBijection.this.inverse(pass, condition, z, logDet);
            }

            @Override
            public Block backward(Block dz, float[] dLogDet) {
                return FlawedBijection.this.backward(given, dz, dLogDet);
            }
        };
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        return right.inverse(memory);
    }

    Block forward(Pass pass, Block condition, Block x, float[] logDet, Memory memory) {
        return pass.given(condition).forward(x, logDet);
    }

    Block inverse(Pass pass, Block condition, Block z, float[] logDet) {
        return pass.given(condition).inverse(z, logDet);
    }

    Block backward(Bijection given, Block dz, float[] dLogDet) {
        return given.backward(dz, dLogDet);
    }

    void addConditionGradient(Pass pass, Block dCondition) {
        pass.addConditionGradient(dCondition);
    }
}
