package bayesflow4j.summary;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Layer;
import bayesflow4j.engine.layer.Mlp;
import bayesflow4j.engine.layer.MlpPass;
import bayesflow4j.engine.layer.Pass;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;

/**
 * Each row together with an invariant summary of all rows of its set: yₙ = f(xₙ, g(x₁ … x_N)). Permuting the rows of x
 * permutes the rows of y.
 */
record EquivariantModule(Layer whole, Mlp rows) implements Layer {
    @Override
    public int in() {
        return rows.in();
    }

    @Override
    public int out() {
        return rows.out();
    }

    @Override
    public Pass pass(Memory memory) {
        return new ModulePass(memory, whole.pass(memory), rows.pass(memory));
    }

    private static final class ModulePass implements Pass {
        private final Kernels kernels;
        private final Pass whole;
        private final MlpPass rows;
        private final Buffer gradient = new Buffer();
        private final Block dWhole = new Block();

        private ModulePass(Memory memory, Pass whole, MlpPass rows) {
            this.kernels = memory.kernels();
            this.whole = whole;
            this.rows = rows;
        }

        @Override
        public Block forward(Block x) {
            Block summary = whole.forward(x);
            dWhole.show(summary.data(), 0, summary.sets(), 1, summary.width(), summary.rowStride());
            return rows.given(summary).forward(x);
        }

        @Override
        public Block backward(Block dy) {
            Block dx = rows.backward(dy);
            Block more = whole.backward(wholeGradient());
            kernels.add(more.data(), 0, dx.data(), 0, dx.rows() * dx.rowStride());
            return dx;
        }

        @Override
        public void backwardToWeights(Block dy) {
            rows.backwardToWeights(dy);
            whole.backwardToWeights(wholeGradient());
        }

        private Block wholeGradient() {
            int size = dWhole.sets() * dWhole.rowStride();
            float[] to = gradient.atLeast(size);
            Arrays.fill(to, 0, size, 0f);
            dWhole.show(to, 0, dWhole.sets(), 1, dWhole.width(), dWhole.rowStride());
            rows.addConditionGradient(dWhole);
            return dWhole;
        }
    }
}
