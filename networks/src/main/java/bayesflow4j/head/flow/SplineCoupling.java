package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.ConditionalPass;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.SplineMap;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Columns;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A conditional spline coupling block: with x = (x₁, x₂),
 *
 * <pre>
 *   z₁ = f(x₁; c₁(x₂, c))
 *   z₂ = f(x₂; c₂(z₁, c))
 * </pre>
 *
 * where f is a rational-quadratic spline in each element and two networks compute the coefficients. x₁ has ⌊D/2⌋
 * columns; a single parameter has no x₁, and the network of its spline reads a zero in place of it. Blocks begin as
 * the identity.
 */
public final class SplineCoupling implements ConditionalBijection {
    private final int width;
    private final int split;
    private final int condition;
    private final SplineHead design;
    private final Mlp first;
    private final Mlp second;

    /** A block for D parameters and a condition of C numbers, its weights placed in the layout under this name. */
    SplineCoupling(Layout layout, String name, int width, int condition, SplineHead design) {
        this.width = width;
        this.split = width / 2;
        this.condition = condition;
        this.design = design;
        int rest = width - split;
        this.second = network(layout, name + ".c2", Math.max(1, split), rest);
        this.first = split == 0 ? second : network(layout, name + ".c1", rest, split);
    }

    private Mlp network(Layout layout, String name, int in, int elements) {
        return design.layers().closed(layout, name, in, condition, elements * design.coefficients());
    }

    private SplineMap splines(Memory memory, int elements) {
        return new SplineMap(memory, elements, design.bins(), design.bound(), !design.quantiles());
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int condition() {
        return condition;
    }

    @Override
    public Pass pass(Memory memory) {
        return new SplinePass(memory);
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        return new SplineInverse(memory);
    }

    private final class SplineInverse implements ConditionalLanes, Lanes {
        private final ConditionalLanes ofFirst;
        private final ConditionalLanes ofSecond;
        private final SplineMap firstMap;
        private final SplineMap secondMap;
        private final float[] coefficients = new float[Kernels.padded((width - split) * design.coefficients()) * ROWS];
        private final float[] zero = new float[ROWS];
        private Lanes givenFirst;
        private Lanes givenSecond;

        private SplineInverse(Memory memory) {
            ofFirst = first.lanes(memory);
            ofSecond = second.lanes(memory);
            firstMap = splines(memory, Math.max(1, split));
            secondMap = splines(memory, width - split);
        }

        @Override
        public Lanes given(Block condition) {
            givenSecond = ofSecond.given(condition);
            givenFirst = split == 0 ? givenSecond : ofFirst.given(condition);
            return this;
        }

        @Override
        public void map(float[] z, int z0, float[] x, int x0) {
            int rest = split * ROWS;
            givenSecond.map(split == 0 ? zero : z, split == 0 ? 0 : z0, coefficients, 0);
            secondMap.inverse(z, z0 + rest, coefficients, x, x0 + rest);
            if (split == 0) return;
            givenFirst.map(x, x0 + rest, coefficients, 0);
            firstMap.inverse(z, z0, coefficients, x, x0);
        }
    }

    private final class SplinePass implements Pass, Bijection {
        private final Kernels kernels;
        private final ConditionalPass ofFirst;
        private final ConditionalPass ofSecond;
        private final SplineMap firstMap;
        private final SplineMap secondMap;
        private final Columns input = new Columns();
        private final Columns output = new Columns();
        private final Buffer zeros = new Buffer();
        private final Block zero = new Block();
        private bayesflow4j.engine.layer.Pass givenFirst;
        private bayesflow4j.engine.layer.Pass givenSecond;

        private SplinePass(Memory memory) {
            kernels = memory.kernels();
            ofSecond = second.pass(memory);
            ofFirst = split == 0 ? ofSecond : first.pass(memory);
            firstMap = splines(memory, Math.max(1, split));
            secondMap = splines(memory, width - split);
        }

        @Override
        public Bijection given(Block condition) {
            givenSecond = ofSecond.given(condition);
            givenFirst = split == 0 ? givenSecond : ofFirst.given(condition);
            return this;
        }

        @Override
        public Block forward(Block x, float[] logDet) {
            x.requireWidth("x", width);
            if (split == 0) return secondMap.forward(x, givenSecond.forward(nothing(x)), logDet);
            Block x2 = input.rest(x, split);
            Block z1 = firstMap.forward(input.first(x, split), givenFirst.forward(x2), logDet);
            Block z2 = secondMap.forward(x2, givenSecond.forward(z1), logDet);
            return output.join(z1, z2);
        }

        @Override
        public Block inverse(Block z, float[] logDet) {
            z.requireWidth("z", width);
            if (split == 0) return secondMap.inverse(z, givenSecond.forward(nothing(z)), logDet);
            Block z1 = input.first(z, split);
            Block x2 = secondMap.inverse(input.rest(z, split), givenSecond.forward(z1), logDet);
            Block x1 = firstMap.inverse(z1, givenFirst.forward(x2), logDet);
            return output.join(x1, x2);
        }

        @Override
        public Block backward(Block dz, float[] dLogDet) {
            if (split == 0) {
                Block dx = secondMap.backward(dz, dLogDet);
                givenSecond.backwardToWeights(secondMap.coefficientGradient());
                return dx;
            }
            Block dz1 = output.first(dz, split);
            Block dx2 = secondMap.backward(output.rest(dz, split), dLogDet);
            add(givenSecond.backward(secondMap.coefficientGradient()), dz1);
            Block dx1 = firstMap.backward(dz1, dLogDet);
            add(givenFirst.backward(firstMap.coefficientGradient()), dx2);
            return input.join(dx1, dx2);
        }

        /** What a single parameter is coupled with. */
        private Block nothing(Block x) {
            return zero.show(zeros.atLeast(x.rows() * 8), 0, x.sets(), x.length(), 1, 8);
        }

        private void add(Block from, Block to) {
            kernels.add(from.data(), 0, to.data(), 0, to.rows() * to.rowStride());
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            ofSecond.addConditionGradient(dCondition);
            if (split > 0) ofFirst.addConditionGradient(dCondition);
        }
    }
}
