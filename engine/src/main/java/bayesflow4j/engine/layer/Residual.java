package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;

/** x ↦ x + f(x): a layer that is a correction of its input, row by row. */
public record Residual(Layer f) implements Layer {
    public Residual {
        if (f.in() != f.out())
            throw new IllegalArgumentException(
                    "f: expected to give width " + f.in() + " as it takes, gives " + f.out());
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
        return new ResidualPass(f.pass(memory));
    }

    private static final class ResidualPass implements Pass {
        private final Pass f;
        private final Buffer outputs = new Buffer();
        private final Buffer gradients = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();

        private ResidualPass(Pass f) {
            this.f = f;
        }

        @Override
        public Block forward(Block x) {
            return sum(x, f.forward(x), outputs, y);
        }

        @Override
        public Block backward(Block dy) {
            return sum(dy, f.backward(dy), gradients, dx);
        }

        @Override
        public void backwardToWeights(Block dy) {
            f.backwardToWeights(dy);
        }

        private static Block sum(Block a, Block b, Buffer buffer, Block sum) {
            b.requireShape("f(x)", a.sets(), a.length(), a.width());
            int width = padded(a.width());
            float[] to = buffer.atLeast(a.rows() * width);
            for (int m = 0; m < a.sets(); m++)
                for (int n = 0; n < a.length(); n++) {
                    int left = a.at(m, n);
                    int right = b.at(m, n);
                    int at = (m * a.length() + n) * width;
                    for (int j = 0; j < a.width(); j++) to[at + j] = a.data()[left + j] + b.data()[right + j];
                }
            return sum.show(to, 0, a.sets(), a.length(), a.width(), width);
        }
    }
}
