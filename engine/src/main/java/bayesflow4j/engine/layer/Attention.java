package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * Attention of every row of x to the rows of g(x): [M, N, w] → [M, N, w]. Queries are linear in x, keys and values are linear in g(x), and
 * the answers of all heads pass through a linear map that begins at zero. With g(x) = x, each row attends to all rows of its data set.
 */
public final class Attention implements Layer {
    private final int heads;
    private final Layer seen;
    private final Mlp query;
    private final Mlp keysAndValues;
    private final Mlp answer;

    private Attention(Layout layout, String name, int width, int heads, Layer seen) {
        AttentionMap.require(name, width, heads);
        this.heads = heads;
        this.seen = seen;
        this.query = Mlp.dense(layout, name + ".query", width, width, Activation.LINEAR);
        this.keysAndValues = Mlp.dense(layout, name + ".seen", seen.out(), 2 * width, Activation.LINEAR);
        this.answer = Mlp.linear(layout, name + ".answer", width, 0, width);
    }

    /** Attention of the rows to each other; its cost grows as N². */
    public static Attention self(Layout layout, String name, int width, int heads) {
        return new Attention(layout, name, width, heads, new Itself(width));
    }

    /** Attention of the rows of x to those of {@code seen} of x. */
    public static Attention to(Layer seen, Layout layout, String name, int heads) {
        return new Attention(layout, name, seen.in(), heads, seen);
    }

    @Override
    public int in() {
        return query.in();
    }

    @Override
    public int out() {
        return answer.out();
    }

    @Override
    public Pass pass(Memory memory) {
        return new AttentionPass(memory);
    }

    private final class AttentionPass implements Pass {
        private final Kernels kernels;
        private final Pass seenPass;
        private final Pass queries;
        private final Pass keys;
        private final Pass answers;
        private final AttentionMap map;

        private AttentionPass(Memory memory) {
            this.kernels = memory.kernels();
            this.seenPass = seen.pass(memory);
            this.queries = query.pass(memory);
            this.keys = keysAndValues.pass(memory);
            this.answers = answer.pass(memory);
            this.map = new AttentionMap(memory, in(), heads);
        }

        @Override
        public Block forward(Block x) {
            Block q = queries.forward(x);
            return answers.forward(map.forward(q, keys.forward(seenPass.forward(x))));
        }

        @Override
        public Block backward(Block dy) {
            Block dx = queries.backward(map.backward(answers.backward(dy)));
            Block more = seenPass.backward(keys.backward(map.seenGradient()));
            kernels.add(more.data(), more.offset(), dx.data(), dx.offset(), dx.rows() * dx.rowStride());
            return dx;
        }
    }

    private record Itself(int in) implements Layer, Pass {
        @Override
        public int out() {
            return in;
        }

        @Override
        public Pass pass(Memory memory) {
            return this;
        }

        @Override
        public Block forward(Block x) {
            return x;
        }

        @Override
        public Block backward(Block dy) {
            return dy;
        }
    }
}
