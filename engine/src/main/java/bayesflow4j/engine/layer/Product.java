package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/** x ↦ f(x) ⊙ g(x), element by element: with linear f and g, products of learned features (a bilinear layer). */
public record Product(Layer f, Layer g) implements Layer {
    public Product {
        if (f.in() != g.in())
            throw new IllegalArgumentException("g: expected to take width " + f.in() + " as f does, takes " + g.in());
        if (f.out() != g.out())
            throw new IllegalArgumentException("g: expected to give width " + f.out() + " as f does, gives " + g.out());
    }

    @Override
    public int in() {
        return f.in();
    }

    @Override
    public int out() {
        return f.out();
    }

    @Override
    public Pass pass(Memory memory) {
        return new ProductPass(f.pass(memory), g.pass(memory));
    }

    private final class ProductPass implements Pass {
        private final Pass f;
        private final Pass g;
        private final Buffer products = new Buffer();
        private final Buffer ofF = new Buffer();
        private final Buffer ofG = new Buffer();
        private final Buffer sum = new Buffer();
        private final Block y = new Block();
        private final Block dF = new Block();
        private final Block dG = new Block();
        private final Block dx = new Block();
        private Block a = new Block();
        private Block b = new Block();

        private ProductPass(Pass f, Pass g) {
            this.f = f;
            this.g = g;
        }

        @Override
        public Block forward(Block x) {
            a = f.forward(x);
            b = g.forward(x);
            return y.show(multiply(a, b, products), 0, a.sets(), a.length(), out(), padded(out()));
        }

        @Override
        public Block backward(Block dy) {
            gradients(dy);
            Block first = f.backward(dF);
            Block second = g.backward(dG);
            int width = padded(in());
            float[] to = sum.atLeast(first.rows() * width);
            for (int row = 0; row < first.rows(); row++) {
                int at = at(first, row);
                int other = at(second, row);
                for (int j = 0; j < in(); j++) to[row * width + j] = first.data()[at + j] + second.data()[other + j];
            }
            return dx.show(to, 0, first.sets(), first.length(), in(), width);
        }

        @Override
        public void backwardToWeights(Block dy) {
            gradients(dy);
            f.backwardToWeights(dF);
            g.backwardToWeights(dG);
        }

        private void gradients(Block dy) {
            dy.requireShape("dy", a.sets(), a.length(), out());
            dF.show(multiply(dy, b, ofF), 0, a.sets(), a.length(), out(), padded(out()));
            dG.show(multiply(dy, a, ofG), 0, a.sets(), a.length(), out(), padded(out()));
        }

        private float[] multiply(Block left, Block right, Buffer buffer) {
            int width = padded(out());
            float[] to = buffer.atLeast(left.rows() * width);
            for (int row = 0; row < left.rows(); row++) {
                int at = at(left, row);
                int other = at(right, row);
                for (int j = 0; j < out(); j++) to[row * width + j] = left.data()[at + j] * right.data()[other + j];
            }
            return to;
        }

        private static int at(Block block, int row) {
            return block.at(row / block.length(), row % block.length());
        }
    }
}
