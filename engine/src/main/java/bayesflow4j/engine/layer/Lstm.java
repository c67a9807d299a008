package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;

/**
 * A bidirectional LSTM over a series [M, T, d]: one reads it forward, one backward, and their final hidden states side by
 * side, [M, 1, 2h], are the output. Gates are in the order input, forget, cell, output.
 */
public final class Lstm implements Layer {
    private final int in;
    private final int units;
    private final LstmDirection forwards;
    private final LstmDirection backwards;

    /** An LSTM with {@code units} = h hidden units in each direction. */
    public Lstm(Layout layout, String name, int in, int units) {
        if (in < 1) throw new IllegalArgumentException(name + ".in: expected at least 1, got " + in);
        if (units < 1) throw new IllegalArgumentException(name + ".units: expected at least 1, got " + units);
        this.in = in;
        this.units = units;
        this.forwards = new LstmDirection(layout, name + ".forwards", in, units, false);
        this.backwards = new LstmDirection(layout, name + ".backwards", in, units, true);
    }

    @Override
    public int in() {
        return in;
    }

    @Override
    public int out() {
        return 2 * units;
    }

    @Override
    public Pass pass(Memory memory) {
        return new LstmPass(memory);
    }

    private final class LstmPass implements Pass {
        private final LstmDirection.Run ahead;
        private final LstmDirection.Run back;
        private final Kernels kernels;
        private final Buffer states = new Buffer();
        private final Buffer dInput = new Buffer();
        private final Block y = new Block();
        private final Block dx = new Block();
        private Block x = new Block();

        private LstmPass(Memory memory) {
            this.kernels = memory.kernels();
            this.ahead = forwards.run(memory);
            this.back = backwards.run(memory);
        }

        @Override
        public Block forward(Block x) {
            this.x = x.requireWidth("x", in);
            int width = Kernels.padded(2 * units);
            float[] to = states.atLeast(x.sets() * width);
            ahead.forward(x, to, 0, width);
            back.forward(x, to, units, width);
            return y.show(to, 0, x.sets(), 1, 2 * units, width);
        }

        @Override
        public Block backward(Block dy) {
            int width = Kernels.padded(in);
            float[] to = dInput.atLeast(x.rows() * width);
            backwardToWeights(dy);
            ahead.inputGradient(to, false);
            back.inputGradient(to, true);
            return dx.show(to, 0, x.sets(), x.length(), in, width);
        }

        @Override
        public void backwardToWeights(Block dy) {
            dy.requireShape("dy", x.sets(), 1, 2 * units);
            // The direction that ran last comes first: part of its state is still in the cache.
            back.backward(dy, units);
            ahead.backward(dy, 0);
        }
    }
}
