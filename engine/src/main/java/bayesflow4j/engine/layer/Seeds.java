package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.panelIndex;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;

/**
 * What so many learned queries, the same for all data sets, find among the rows of each: [M, N, w] → [M, count, w], the same for any order
 * of the rows. Each row of the result is a weighted mean of linear maps of the rows, one per head.
 */
public final class Seeds implements Layer {
    private final int heads;
    private final Tensor queries;
    private final Mlp keysAndValues;

    /** For rows of this width, a multiple of 8·heads. */
    public Seeds(Layout layout, String name, int count, int width, int heads) {
        AttentionMap.require(name, width, heads);
        this.heads = heads;
        this.queries = layout.matrix(name + ".queries", count, width);
        this.keysAndValues = Mlp.dense(layout, name + ".seen", width, 2 * width, Activation.LINEAR);
    }

    @Override
    public int in() {
        return queries.columns();
    }

    @Override
    public int out() {
        return queries.columns();
    }

    @Override
    public Pass pass(Memory memory) {
        return new SeedsPass(memory);
    }

    private final class SeedsPass implements Pass {
        private final Memory memory;
        private final Pass keys;
        private final AttentionMap map;
        private final Buffer rows = new Buffer();
        private final Block query = new Block();

        private SeedsPass(Memory memory) {
            this.memory = memory;
            this.keys = keysAndValues.pass(memory);
            this.map = new AttentionMap(memory, in(), heads);
        }

        @Override
        public Block forward(Block x) {
            int count = queries.rows();
            float[] to = rows.atLeast(count * in());
            for (int i = 0; i < count; i++)
                for (int j = 0; j < in(); j++) to[i * in() + j] = memory.weights()[at(i, j)];
            return map.forward(query.show(to, 0, 1, count, in(), in()), keys.forward(x));
        }

        @Override
        public Block backward(Block dy) {
            writeQueryGradient(dy);
            return keys.backward(map.seenGradient());
        }

        @Override
        public void backwardToWeights(Block dy) {
            writeQueryGradient(dy);
            keys.backwardToWeights(map.seenGradient());
        }

        private void writeQueryGradient(Block dy) {
            Block dq = map.backward(dy);
            for (int i = 0; i < queries.rows(); i++)
                for (int j = 0; j < in(); j++) memory.gradient()[at(i, j)] = dq.data()[dq.at(0, i) + j];
        }

        private int at(int i, int j) {
            return queries.offset() + panelIndex(queries.rows(), in(), i, j);
        }
    }
}
