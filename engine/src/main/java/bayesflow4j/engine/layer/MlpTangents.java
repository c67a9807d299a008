package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.PANELS;
import static bayesflow4j.engine.kernel.Kernels.ZERO;
import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;

/** One worker's evaluation of an {@link Mlp} and of its derivatives along directions of the input, in forward mode. */
public final class MlpTangents {
    private final Mlp mlp;
    private final Memory memory;
    private final Kernels kernels;
    private final Buffer start = new Buffer();
    private final Buffer[] values;
    private final Buffer[] tangents;
    private final Block y = new Block();
    private final Block dy = new Block();
    private int rows;

    MlpTangents(Mlp mlp, Memory memory) {
        this.mlp = mlp;
        this.memory = memory;
        this.kernels = memory.kernels();
        this.values = new Buffer[mlp.depth()];
        this.tangents = new Buffer[mlp.depth()];
        for (int layer = 0; layer < values.length; layer++) {
            values[layer] = new Buffer();
            tangents[layer] = new Buffer();
        }
    }

    /** The map given this condition [1, 1, C]. */
    public MlpTangents given(Block condition) {
        condition.requireShape("condition", 1, 1, mlp.condition());
        mlp.start(memory, condition, start);
        return this;
    }

    /** y = f(x) [1, N, out] for x [1, N, in]. */
    public Block forward(Block x) {
        x.requireShape("x", 1, x.length(), mlp.in());
        rows = x.length();
        Block from = x;
        for (int layer = 0; layer < mlp.depth(); layer++) {
            float[] bias = layer == 0 && mlp.condition() > 0 ? start.data() : memory.weights();
            int biasAt = layer == 0 && mlp.condition() > 0 ? 0 : mlp.bias(layer).offset();
            from = multiply(layer, from, values[layer], bias, biasAt, y);
            kernels.activate(mlp.activation(layer), from.data(), 0, rows * from.rowStride());
        }
        return from;
    }

    /** After {@code forward}: the derivatives of its rows [K, N, out] along K directions each, dx [K, N, in]. */
    public Block derivative(Block dx) {
        dx.requireShape("dx", dx.sets(), rows, mlp.in());
        Block from = dx;
        for (int layer = 0; layer < mlp.depth(); layer++) {
            from = multiply(layer, from, tangents[layer], ZERO, 0, dy);
            int stride = from.rowStride();
            float[] to = from.data();
            for (int k = 0, at = 0; k < dx.sets(); k++, at += rows * stride)
                kernels.activateBackward(
                        mlp.activation(layer), rows, stride, to, at, stride, values[layer].data(), 0, to, at);
        }
        return from;
    }

    private Block multiply(int layer, Block from, Buffer to, float[] bias, int biasAt, Block show) {
        Tensor kernel = mlp.kernel(layer);
        int width = padded(mlp.width(layer));
        int sets = from.sets();
        kernels.multiply(
                from.rows(),
                width,
                kernel.rows(),
                from.data(),
                from.offset(),
                from.rowStride(),
                1,
                memory.weights(),
                kernel.offset(),
                PANELS,
                to.atLeast(from.rows() * width),
                0,
                width,
                bias,
                biasAt,
                0);
        return show.show(to.data(), 0, sets, rows, mlp.width(layer), width);
    }
}
