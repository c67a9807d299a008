package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.PANELS;
import static bayesflow4j.engine.kernel.Kernels.ZERO;
import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;
import java.util.Arrays;

/** One direction of an {@link Lstm}: its weights, and a worker's run over the time steps. */
final class LstmDirection {
    /** Steps whose weight gradient is added at once: enough rows for the micro-kernel, few enough for the second cache. */
    private static final int STEPS_AT_ONCE = 4;

    /**
     * Floats between two rows of gates: one line of the cache. Without it rows of 256 floats, a power of two, fall into so few
     * places of the first cache that four steps of them do not fit.
     */
    private static final int GAP = 16;

    private final int in;
    private final int units;
    private final boolean reversed;
    private final Tensor inputKernel;
    private final Tensor stateKernel;
    private final Tensor bias;

    LstmDirection(Layout layout, String name, int in, int units, boolean reversed) {
        this.in = in;
        this.units = units;
        this.reversed = reversed;
        this.inputKernel = layout.matrix(name + ".input.kernel", in, 4, units);
        this.stateKernel = layout.matrix(name + ".state.kernel", units, 4, units);
        this.bias = layout.bias(name + ".bias", 4, units, Tensor.Start.REMEMBER);
    }

    Run run(Memory memory) {
        return new Run(memory);
    }

    final class Run {
        private final Memory memory;
        private final Kernels kernels;
        private final int h = padded(units);
        private final int gateRow = 4 * h + GAP;
        private final Buffer gates = new Buffer();
        private final Buffer cells = new Buffer();
        private final Buffer tanhs = new Buffer();
        private final Buffer hiddens = new Buffer();
        private final Buffer inputs = new Buffer();
        private final Buffer dHidden = new Buffer();
        private final Buffer dCell = new Buffer();
        private Block x = new Block();

        private Run(Memory memory) {
            this.memory = memory;
            this.kernels = memory.kernels();
        }

        /** Writes the last hidden state of each data set to {@code to}, from this column on. */
        void forward(Block x, float[] to, int column, int toStride) {
            this.x = x;
            int rows = x.sets();
            int steps = x.length();
            int slots = memory.keepsActivations() ? steps : 1;
            float[] gate = gates.atLeast(slots * rows * gateRow);
            // Slot 0 of the states is the zero they begin with; step s writes slot s + 1.
            float[] cell = cells.atLeast((slots + 1) * rows * h);
            float[] hidden = hiddens.atLeast((slots + 1) * rows * h);
            float[] tanh = tanhs.atLeast((slots + 1) * rows * h);
            Arrays.fill(cell, 0, rows * h, 0f);
            Arrays.fill(hidden, 0, rows * h, 0f);
            int previous = 0;
            for (int s = 0; s < steps; s++) {
                int slot = memory.keepsActivations() ? s : 0;
                int state = memory.keepsActivations() ? (s + 1) * rows * h : (s + 1 & 1) * rows * h;
                int at = slot * rows * gateRow;
                kernels.multiply(
                        rows,
                        4 * h,
                        in,
                        x.data(),
                        x.at(0, time(s, steps)),
                        x.setStride(),
                        1,
                        memory.weights(),
                        inputKernel.offset(),
                        PANELS,
                        gate,
                        at,
                        gateRow,
                        memory.weights(),
                        bias.offset(),
                        0);
                kernels.multiply(
                        rows,
                        4 * h,
                        units,
                        hidden,
                        previous,
                        h,
                        1,
                        memory.weights(),
                        stateKernel.offset(),
                        PANELS,
                        gate,
                        at,
                        gateRow,
                        gate,
                        at,
                        gateRow);
                kernels.lstmCell(rows, h, gate, at, gateRow, cell, previous, cell, tanh, hidden, state);
                previous = state;
            }
            for (int m = 0; m < rows; m++) System.arraycopy(hidden, previous + m * h, to, m * toStride + column, units);
        }

        private int time(int step, int steps) {
            return reversed ? steps - 1 - step : step;
        }

        /** Turns the kept gates into their gradients and writes the gradient of the weights. */
        void backward(Block dy, int column) {
            memory.requireTraining();
            int rows = x.sets();
            int steps = x.length();
            float[] gate = gates.data();
            float[] dh = dHidden.atLeast(rows * h);
            float[] dc = dCell.atLeast(rows * h);
            Arrays.fill(dh, 0, rows * h, 0f);
            Arrays.fill(dc, 0, rows * h, 0f);
            for (int m = 0; m < rows; m++) System.arraycopy(dy.data(), dy.at(m, 0) + column, dh, m * h, units);
            for (int s = steps - 1; s >= 0; s--) {
                int at = s * rows * gateRow;
                int before = s * rows * h;
                kernels.lstmCellBackward(
                        rows, h, gate, at, gateRow, cells.data(), before, tanhs.data(), before + rows * h, dh, dc);
                if (s > 0)
                    kernels.multiply(
                            rows,
                            h,
                            4 * h,
                            gate,
                            at,
                            gateRow,
                            1,
                            memory.transposed(),
                            stateKernel.transposedOffset(),
                            PANELS,
                            dh,
                            0,
                            h,
                            ZERO,
                            0,
                            0);
                if ((steps - s) % STEPS_AT_ONCE == 0 || s == 0)
                    addWeightGradient(s, (steps - 1 - s) % STEPS_AT_ONCE + 1);
            }
        }

        /** Adds the part of steps [from, from + count) to the gradient of the weights. */
        private void addWeightGradient(int from, int count) {
            boolean begins = from + count == x.length();
            int rows = x.sets();
            int width = 4 * h;
            float[] gate = gates.data();
            float[] gradient = memory.gradient();
            int at = from * rows * gateRow;
            kernels.multiply(
                    units,
                    width,
                    count * rows,
                    hiddens.data(),
                    from * rows * h,
                    1,
                    h,
                    gate,
                    at,
                    gateRow,
                    gradient,
                    stateKernel.offset(),
                    PANELS,
                    begins ? ZERO : gradient,
                    stateKernel.offset(),
                    PANELS);
            float[] input = gatherInputs(from, count);
            kernels.multiply(
                    in,
                    width,
                    count * rows,
                    input,
                    0,
                    1,
                    in,
                    gate,
                    at,
                    gateRow,
                    gradient,
                    inputKernel.offset(),
                    PANELS,
                    begins ? ZERO : gradient,
                    inputKernel.offset(),
                    PANELS);
            kernels.sumRows(count * rows, width, gate, at, gateRow, gradient, bias.offset(), !begins);
        }

        /** The inputs of steps [from, from + count) in the order in which the gates are kept, [count·M, d]. */
        private float[] gatherInputs(int from, int count) {
            int rows = x.sets();
            float[] to = inputs.atLeast(count * rows * in);
            for (int s = 0; s < count; s++)
                for (int m = 0; m < rows; m++)
                    System.arraycopy(x.data(), x.at(m, time(from + s, x.length())), to, (s * rows + m) * in, in);
            return to;
        }

        /** Writes or adds ∂loss/∂x to dense [M, T, padded d] rows. */
        void inputGradient(float[] to, boolean add) {
            int rows = x.sets();
            int steps = x.length();
            int width = padded(in);
            for (int s = 0; s < steps; s++) {
                int at = time(s, steps) * width;
                kernels.multiply(
                        rows,
                        width,
                        4 * h,
                        gates.data(),
                        s * rows * gateRow,
                        gateRow,
                        1,
                        memory.transposed(),
                        inputKernel.transposedOffset(),
                        PANELS,
                        to,
                        at,
                        steps * width,
                        add ? to : ZERO,
                        at,
                        steps * width);
            }
        }
    }
}
