package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/** (x, c) ↦ f(x, c) + g(x, c): the sum of two conditional layers of the same widths. */
public record ConditionalSum(ConditionalLayer f, ConditionalLayer g) implements ConditionalLayer {
    public ConditionalSum {
        if (f.in() != g.in() || f.condition() != g.condition() || f.out() != g.out())
            throw new IllegalArgumentException("g: expected the widths " + widths(f) + " of f, got " + widths(g));
    }

    private static String widths(ConditionalLayer layer) {
        return layer.in() + " and " + layer.condition() + " → " + layer.out();
    }

    @Override
    public int in() {
        return f.in();
    }

    @Override
    public int condition() {
        return f.condition();
    }

    @Override
    public int out() {
        return f.out();
    }

    @Override
    public ConditionalPass pass(Memory memory) {
        return new SumPass(memory.kernels(), f.pass(memory), g.pass(memory));
    }

    @Override
    public ConditionalLanes lanes(Memory memory) {
        return new SumLanes(memory.kernels(), f.lanes(memory), g.lanes(memory));
    }

    private final class SumLanes implements ConditionalLanes, Lanes {
        private final Kernels kernels;
        private final ConditionalLanes f;
        private final ConditionalLanes g;
        private final float[] second = new float[padded(out()) * ROWS];
        private Lanes fGiven;
        private Lanes gGiven;

        private SumLanes(Kernels kernels, ConditionalLanes f, ConditionalLanes g) {
            this.kernels = kernels;
            this.f = f;
            this.g = g;
        }

        @Override
        public Lanes given(Block condition) {
            fGiven = f.given(condition);
            gGiven = g.given(condition);
            return this;
        }

        @Override
        public void map(float[] x, int x0, float[] y, int y0) {
            fGiven.map(x, x0, y, y0);
            gGiven.map(x, x0, second, 0);
            kernels.add(second, 0, y, y0, out() * ROWS);
        }
    }

    private final class SumPass implements ConditionalPass, Pass {
        private final Kernels kernels;
        private final ConditionalPass f;
        private final ConditionalPass g;
        private final Buffer sum = new Buffer();
        private final Block y = new Block();
        private Pass fGiven;
        private Pass gGiven;

        private SumPass(Kernels kernels, ConditionalPass f, ConditionalPass g) {
            this.kernels = kernels;
            this.f = f;
            this.g = g;
        }

        @Override
        public Pass given(Block condition) {
            fGiven = f.given(condition);
            gGiven = g.given(condition);
            return this;
        }

        @Override
        public Block forward(Block x) {
            Block first = fGiven.forward(x);
            Block second = gGiven.forward(x);
            int size = first.rows() * padded(out());
            float[] to = sum.atLeast(size);
            System.arraycopy(first.data(), first.offset(), to, 0, size);
            kernels.add(second.data(), second.offset(), to, 0, size);
            return y.show(to, 0, first.sets(), first.length(), out(), padded(out()));
        }

        @Override
        public Block backward(Block dy) {
            Block dx = fGiven.backward(dy);
            Block more = gGiven.backward(dy);
            kernels.add(more.data(), more.offset(), dx.data(), dx.offset(), dx.rows() * dx.rowStride());
            return dx;
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            f.addConditionGradient(dCondition);
            g.addConditionGradient(dCondition);
        }
    }
}
