package bayesflow4j.head.flow;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.AffineMap;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.ConditionalLayer;
import bayesflow4j.engine.layer.ConditionalPass;
import bayesflow4j.engine.layer.ConditionalSum;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Columns;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A conditional affine coupling block (equations 7 to 10): with x = (x₁, x₂),
 *
 * <pre>
 *   z₁ = x₁ ⊙ exp(s₁(x₂, c)) + t₁(x₂, c)
 *   z₂ = x₂ ⊙ exp(s₂(z₁, c)) + t₂(z₁, c)
 * </pre>
 *
 * where s₁, t₁, s₂, t₂ are four separate networks, s is softly clamped, and t may include a linear map besides its
 * network. x₁ has ⌊D/2⌋ columns.
 */
public final class AffineCoupling implements ConditionalBijection {
    private final int width;
    private final int split;
    private final int condition;
    private final float clamp;
    private final ConditionalLayer s1;
    private final ConditionalLayer t1;
    private final ConditionalLayer s2;
    private final ConditionalLayer t2;

    /** A block for D parameters and a condition of C numbers, its weights placed in the layout under this name. */
    public AffineCoupling(Layout layout, String name, int width, int condition, CouplingDesign design) {
        if (width < 2) throw new IllegalArgumentException(name + ".width: expected at least 2, got " + width);
        this.width = width;
        this.split = width / 2;
        this.condition = condition;
        this.clamp = design.clamp();
        int rest = width - split;
        s1 = network(layout, name + ".s1", rest, split, design);
        t1 = shift(layout, name + ".t1", rest, split, design);
        s2 = network(layout, name + ".s2", split, rest, design);
        t2 = shift(layout, name + ".t2", split, rest, design);
    }

    private Mlp network(Layout layout, String name, int in, int out, CouplingDesign design) {
        int[] widths = design.widths(out);
        return design.closed()
                ? Mlp.closed(layout, name, in, condition, widths, design.activation())
                : new Mlp(layout, name, in, condition, widths, design.activation(), Activation.LINEAR);
    }

    private ConditionalLayer shift(Layout layout, String name, int in, int out, CouplingDesign design) {
        Mlp network = network(layout, name, in, out, design);
        if (!design.linear()) return network;
        return new ConditionalSum(network, Mlp.linear(layout, name + ".linear", in, condition, out));
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
        return new CouplingPass(memory);
    }

    @Override
    public ConditionalLanes inverse(Memory memory) {
        return new CouplingInverse(memory);
    }

    private final class CouplingInverse implements ConditionalLanes, Lanes {
        private final ConditionalLanes[] networks;
        private final Lanes[] given = new Lanes[4];
        private final AffineMap first;
        private final AffineMap second;
        private final float[] s = new float[Kernels.padded(width - split) * ROWS];
        private final float[] t = new float[s.length];

        private CouplingInverse(Memory memory) {
            networks = new ConditionalLanes[] {s1.lanes(memory), t1.lanes(memory), s2.lanes(memory), t2.lanes(memory)};
            first = new AffineMap(memory, split, clamp);
            second = new AffineMap(memory, width - split, clamp);
        }

        @Override
        public Lanes given(Block condition) {
            for (int i = 0; i < networks.length; i++) given[i] = networks[i].given(condition);
            return this;
        }

        @Override
        public void map(float[] z, int z0, float[] x, int x0) {
            int rest = split * ROWS;
            given[2].map(z, z0, s, 0);
            given[3].map(z, z0, t, 0);
            second.inverse(z, z0 + rest, s, t, x, x0 + rest);
            given[0].map(x, x0 + rest, s, 0);
            given[1].map(x, x0 + rest, t, 0);
            first.inverse(z, z0, s, t, x, x0);
        }
    }

    private final class CouplingPass implements Pass, Bijection {
        private final Kernels kernels;
        private final ConditionalPass[] networks;
        private final bayesflow4j.engine.layer.Pass[] given = new bayesflow4j.engine.layer.Pass[4];
        private final AffineMap first;
        private final AffineMap second;
        private final Columns input = new Columns();
        private final Columns output = new Columns();

        private CouplingPass(Memory memory) {
            kernels = memory.kernels();
            networks = new ConditionalPass[] {s1.pass(memory), t1.pass(memory), s2.pass(memory), t2.pass(memory)};
            first = new AffineMap(memory, split, clamp);
            second = new AffineMap(memory, width - split, clamp);
        }

        @Override
        public Bijection given(Block condition) {
            for (int i = 0; i < networks.length; i++) given[i] = networks[i].given(condition);
            return this;
        }

        @Override
        public Block forward(Block x, float[] logDet) {
            x.requireWidth("x", width);
            Block x1 = input.first(x, split);
            Block x2 = input.rest(x, split);
            Block z1 = first.forward(x1, given[0].forward(x2), given[1].forward(x2), logDet);
            Block z2 = second.forward(x2, given[2].forward(z1), given[3].forward(z1), logDet);
            return output.join(z1, z2);
        }

        @Override
        public Block inverse(Block z, float[] logDet) {
            z.requireWidth("z", width);
            Block z1 = input.first(z, split);
            Block z2 = input.rest(z, split);
            Block x2 = second.inverse(z2, given[2].forward(z1), given[3].forward(z1), logDet);
            Block x1 = first.inverse(z1, given[0].forward(x2), given[1].forward(x2), logDet);
            return output.join(x1, x2);
        }

        @Override
        public Block backward(Block dz, float[] dLogDet) {
            Block dz1 = output.first(dz, split);
            Block dz2 = output.rest(dz, split);
            Block dx2 = second.backward(dz2, dLogDet);
            add(given[2].backward(second.scaleGradient()), dz1);
            add(given[3].backward(dz2), dz1);
            Block dx1 = first.backward(dz1, dLogDet);
            add(given[0].backward(first.scaleGradient()), dx2);
            add(given[1].backward(dz1), dx2);
            return input.join(dx1, dx2);
        }

        private void add(Block from, Block to) {
            kernels.add(from.data(), 0, to.data(), 0, to.rows() * to.rowStride());
        }

        @Override
        public void addConditionGradient(Block dCondition) {
            for (ConditionalPass network : networks) network.addConditionGradient(dCondition);
        }
    }
}
