package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;
import java.util.List;

/** The conditional invertible network: a composition of bijections, all given the same condition. */
public record ConditionalFlow(List<ConditionalBijection> steps) implements ConditionalBijection {
    public ConditionalFlow {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) throw new IllegalArgumentException("steps: expected at least one, got none");
        for (ConditionalBijection step : steps)
            if (step.width() != steps.getFirst().width()
                    || step.condition() != steps.getFirst().condition())
                throw new IllegalArgumentException(
                        "steps: expected all of width " + steps.getFirst().width()
                                + " and condition " + steps.getFirst().condition() + ", got width " + step.width()
                                + " and condition " + step.condition());
    }

    @Override
    public int width() {
        return steps.getFirst().width();
    }

    @Override
    public int condition() {
        return steps.getFirst().condition();
    }

    @Override
    public Pass pass(Memory memory) {
        return new FlowPass(steps.stream().map(step -> step.pass(memory)).toArray(Pass[]::new));
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        return new FlowInverse(
                width(),
                steps.reversed().stream().map(step -> step.inverse(memory)).toArray(ConditionalLanes[]::new));
    }

    private static final class FlowInverse implements ConditionalLanes, Lanes {
        private final ConditionalLanes[] steps;
        private final Lanes[] given;
        private final float[][] between;

        private FlowInverse(int width, ConditionalLanes[] steps) {
            this.steps = steps;
            this.given = new Lanes[steps.length];
            this.between = new float[2][Kernels.padded(width) * ROWS];
        }

        @Override
        public Lanes given(Block condition) {
            for (int i = 0; i < steps.length; i++) given[i] = steps[i].given(condition);
            return this;
        }

        @Override
        public void map(float[] z, int z0, float[] x, int x0) {
            float[] from = z;
            int fromAt = z0;
            for (int i = 0; i < given.length; i++) {
                boolean last = i == given.length - 1;
                float[] to = last ? x : between[i & 1];
                int toAt = last ? x0 : 0;
                given[i].map(from, fromAt, to, toAt);
                from = to;
                fromAt = toAt;
            }
        }
    }

    private static final class FlowPass implements Pass, Bijection {
        private final Pass[] passes;
        private final Bijection[] given;

        private FlowPass(Pass[] passes) {
            this.passes = passes;
            this.given = new Bijection[passes.length];
        }

        @Override
        public Bijection given(Block condition) {
            for (int i = 0; i < passes.length; i++) given[i] = passes[i].given(condition);
            return this;
        }

        @Override
        public Block forward(Block x, float[] logDet) {
            Block y = x;
            for (Bijection step : given) y = step.forward(y, logDet);
            return y;
        }

        @Override
        public Block inverse(Block z, float[] logDet) {
            Block y = z;
            for (int i = given.length - 1; i >= 0; i--) y = given[i].inverse(y, logDet);
            return y;
        }

        @Override
        public Block backward(Block dz, float[] dLogDet) {
            Block d = dz;
            for (int i = given.length - 1; i >= 0; i--) d = given[i].backward(d, dLogDet);
            return d;
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            for (Pass pass : passes) pass.addConditionGradient(dCondition);
        }
    }
}
