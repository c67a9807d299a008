package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.PANELS;
import static bayesflow4j.engine.kernel.Kernels.ZERO;
import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;

/** One worker's evaluation of an {@link Mlp}. */
public final class MlpPass implements Pass, ConditionalPass {
    private final Mlp mlp;
    private final Memory memory;
    private final Kernels kernels;
    private final int depth;
    private final int first;
    private final Buffer[] activations;
    private final Buffer[] deltas = {new Buffer(), new Buffer()};
    private final Buffer start = new Buffer();
    private final Buffer dStart = new Buffer();
    private final Buffer dInput = new Buffer();
    private final Block y = new Block();
    private final Block dx = new Block();
    private Block x = new Block();
    private Block condition = new Block();

    MlpPass(Mlp mlp, Memory memory) {
        this.mlp = mlp;
        this.memory = memory;
        this.kernels = memory.kernels();
        this.depth = mlp.depth();
        this.first = padded(mlp.width(0));
        this.activations = new Buffer[depth];
        for (int layer = 0; layer < depth; layer++)
            activations[layer] = layer == depth - 1 ? new Buffer() : memory.activations(layer);
    }

    @Override
    public Pass given(Block condition) {
        mlp.start(memory, condition, start);
        this.condition = condition;
        return this;
    }

    @Override
    public Block forward(Block x) {
        this.x = x.requireWidth("x", mlp.in());
        if (mlp.condition() > 0 && condition.sets() != x.sets())
            throw new IllegalStateException(
                    "forward: expected as many conditions as sets in x " + x + ", got " + condition);
        int rows = x.rows();
        for (int layer = 0; layer < depth; layer++)
            activations[layer].atLeast((keepsAll(layer) ? rows : Mlp.TILE) * padded(mlp.width(layer)));
        for (Tiles t = tiles.over(x); t.next(); ) forward(t);
        int out = padded(mlp.out());
        return y.show(activations[depth - 1].data(), 0, x.sets(), x.length(), mlp.out(), out);
    }

    private void forward(Tiles t) {
        for (int layer = 0; layer < depth; layer++) {
            Tensor kernel = mlp.kernel(layer);
            int width = padded(mlp.width(layer));
            float[] to = activations[layer].data();
            int at = keepsAll(layer) ? t.row * width : 0;
            boolean conditional = layer == 0 && mlp.condition() > 0;
            kernels.multiply(
                    t.count,
                    width,
                    kernel.rows(),
                    input(layer),
                    inputAt(layer, t),
                    inputStride(layer),
                    1,
                    memory.weights(),
                    kernel.offset(),
                    PANELS,
                    to,
                    at,
                    width,
                    conditional ? start.data() : memory.weights(),
                    conditional ? t.set * first : mlp.bias(layer).offset(),
                    conditional && t.spansSets ? first : 0);
            kernels.activate(mlp.activation(layer), to, at, t.count * width);
        }
    }

    @Override
    public Block backward(Block dy) {
        int width = padded(mlp.in());
        dInput.atLeast(x.rows() * width);
        backward(dy, true);
        return dx.show(dInput.data(), 0, x.sets(), x.length(), mlp.in(), width);
    }

    @Override
    public void backwardToWeights(Block dy) {
        backward(dy, false);
    }

    private void backward(Block dy, boolean toInput) {
        memory.requireTraining();
        dy.requireShape("dy", x.sets(), x.length(), mlp.out());
        int widest = padded(mlp.in());
        for (int layer = 0; layer < depth; layer++) widest = Math.max(widest, padded(mlp.width(layer)));
        for (Buffer delta : deltas) delta.atLeast(Mlp.TILE * widest);
        if (mlp.condition() > 0) dStart.atLeast(x.sets() * first);
        for (Tiles t = tiles.over(x); t.next(); ) backward(t, dy, toInput);
        for (int layer = 0; layer < depth; layer++) {
            Tensor kernel = mlp.kernel(layer);
            kernel.mask().apply(memory.gradient(), kernel.offset());
        }
    }

    private void backward(Tiles t, Block dy, boolean toInput) {
        float[] delta = deltas[0].data();
        int out = padded(mlp.out());
        int dyStride = t.spansSets ? dy.setStride() : dy.rowStride();
        kernels.activateBackward(
                mlp.activation(depth - 1),
                t.count,
                out,
                dy.data(),
                dy.at(t.set, t.rowInSet),
                dyStride,
                activations[depth - 1].data(),
                t.row * out,
                delta,
                0);
        for (int layer = depth - 1; layer >= 0; layer--) {
            Tensor kernel = mlp.kernel(layer);
            int width = padded(mlp.width(layer));
            addWeightGradient(kernel, width, layer, t, delta);
            if (layer == 0) break;
            int below = padded(mlp.width(layer - 1));
            float[] next = deltas[depth - layer & 1].data();
            multiplyByTransposed(kernel, t.count, width, delta, below, next, 0);
            kernels.activateBackward(
                    mlp.activation(layer - 1),
                    t.count,
                    below,
                    next,
                    0,
                    below,
                    activations[layer - 1].data(),
                    t.row * below,
                    next,
                    0);
            delta = next;
        }
        if (toInput) {
            int width = padded(mlp.in());
            multiplyByTransposed(mlp.kernel(0), t.count, first, delta, width, dInput.data(), t.row * width);
        }
    }

    private void addWeightGradient(Tensor kernel, int width, int layer, Tiles t, float[] delta) {
        boolean begins = t.row == 0;
        float[] gradient = memory.gradient();
        kernels.multiply(
                kernel.rows(),
                width,
                t.count,
                input(layer),
                inputAt(layer, t),
                1,
                inputStride(layer),
                delta,
                0,
                width,
                gradient,
                kernel.offset(),
                PANELS,
                begins ? ZERO : gradient,
                kernel.offset(),
                PANELS);
        if (layer > 0 || mlp.condition() == 0)
            kernels.sumRows(
                    t.count, width, delta, 0, width, gradient, mlp.bias(layer).offset(), !begins);
        else if (t.spansSets) System.arraycopy(delta, 0, dStart.data(), t.set * first, t.count * first);
        else kernels.sumRows(t.count, width, delta, 0, width, dStart.data(), t.set * first, t.rowInSet > 0);
    }

    private void multiplyByTransposed(
            Tensor kernel, int count, int width, float[] delta, int below, float[] to, int toAt) {
        kernels.multiply(
                count,
                below,
                kernel.transposedRows(),
                delta,
                0,
                width,
                1,
                memory.transposed(),
                kernel.transposedOffset(),
                PANELS,
                to,
                toAt,
                below,
                ZERO,
                0,
                0);
    }

    @Override
    public void addConditionGradient(Block dCondition) {
        int sets = condition.sets();
        dCondition.requireShape("dCondition", sets, 1, mlp.condition());
        Tensor kernel = mlp.conditionKernel();
        float[] gradient = memory.gradient();
        kernels.multiply(
                mlp.condition(),
                first,
                sets,
                condition.data(),
                condition.offset(),
                1,
                condition.setStride(),
                dStart.data(),
                0,
                first,
                gradient,
                kernel.offset(),
                PANELS,
                ZERO,
                0,
                0);
        kernels.sumRows(
                sets, first, dStart.data(), 0, first, gradient, mlp.bias(0).offset(), false);
        kernels.multiply(
                sets,
                padded(mlp.condition()),
                kernel.transposedRows(),
                dStart.data(),
                0,
                first,
                1,
                memory.transposed(),
                kernel.transposedOffset(),
                PANELS,
                dCondition.data(),
                dCondition.offset(),
                dCondition.setStride(),
                dCondition.data(),
                dCondition.offset(),
                dCondition.setStride());
    }

    private boolean keepsAll(int layer) {
        return layer == depth - 1 || memory.keepsActivations();
    }

    private float[] input(int layer) {
        return layer == 0 ? x.data() : activations[layer - 1].data();
    }

    private int inputAt(int layer, Tiles t) {
        if (layer == 0) return x.at(t.set, t.rowInSet);
        return keepsAll(layer - 1) ? t.row * padded(mlp.width(layer - 1)) : 0;
    }

    private int inputStride(int layer) {
        if (layer > 0) return padded(mlp.width(layer - 1));
        return x.length() == 1 ? x.setStride() : x.rowStride();
    }

    private final Tiles tiles = new Tiles();

    /** Tiles of rows: within one data set where sets are long, over sets where each is one row. */
    private static final class Tiles {
        private int rows;
        private int length;
        private boolean spansSets;
        private int row;
        private int count;
        private int set;
        private int rowInSet;

        Tiles over(Block x) {
            rows = x.rows();
            length = x.length();
            spansSets = length == 1;
            row = 0;
            count = 0;
            return this;
        }

        boolean next() {
            row += count;
            if (row >= rows) return false;
            set = row / length;
            rowInSet = row - set * length;
            count = Math.min(Mlp.TILE, spansSets ? rows - row : length - rowInSet);
            return true;
        }
    }
}
