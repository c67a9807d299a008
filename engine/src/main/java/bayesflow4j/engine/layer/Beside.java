package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Columns;
import bayesflow4j.engine.memory.Memory;

/** x ↦ (f(x), g(x)): the outputs of two layers side by side. */
public record Beside(Layer f, Layer g) implements Layer {
    public Beside {
        if (f.in() != g.in())
            throw new IllegalArgumentException("g: expected to take width " + f.in() + " as f does, takes " + g.in());
    }

    @Override
    public int in() {
        return f.in();
    }

    @Override
    public int out() {
        return f.out() + g.out();
    }

    @Override
    public Pass pass(Memory memory) {
        return new BesidePass(f.pass(memory), g.pass(memory));
    }

    private final class BesidePass implements Pass {
        private final Pass f;
        private final Pass g;
        private final Columns columns = new Columns();
        private final Buffer sum = new Buffer();
        private final Block dx = new Block();

        private BesidePass(Pass f, Pass g) {
            this.f = f;
            this.g = g;
        }

        @Override
        public Block forward(Block x) {
            return columns.join(f.forward(x), g.forward(x));
        }

        @Override
        public Block backward(Block dy) {
            int split = Beside.this.f.out();
            dy.requireWidth("dy", out());
            Block a = f.backward(columns.first(dy, split));
            Block b = g.backward(columns.rest(dy, split));
            int width = padded(in());
            float[] to = sum.atLeast(a.rows() * width);
            for (int m = 0; m < a.sets(); m++)
                for (int n = 0; n < a.length(); n++)
                    add(a.data(), a.at(m, n), b.data(), b.at(m, n), to, (m * a.length() + n) * width);
            return dx.show(to, 0, a.sets(), a.length(), in(), width);
        }

        @Override
        public void backwardToWeights(Block dy) {
            int split = Beside.this.f.out();
            dy.requireWidth("dy", out());
            f.backwardToWeights(columns.first(dy, split));
            g.backwardToWeights(columns.rest(dy, split));
        }

        private void add(float[] a, int aAt, float[] b, int bAt, float[] to, int at) {
            for (int j = 0; j < in(); j++) to[at + j] = a[aAt + j] + b[bAt + j];
        }
    }
}
