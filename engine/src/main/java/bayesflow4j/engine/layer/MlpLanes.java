package bayesflow4j.engine.layer;

import static bayesflow4j.engine.kernel.Kernels.padded;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Tensor;

/**
 * An {@link Mlp} on rows in column-major order, with the sums of {@link MlpPass} in the same order, so bit for bit
 * equal.
 */
final class MlpLanes implements ConditionalLanes, Lanes {
    private final Mlp mlp;
    private final Memory memory;
    private final Buffer start = new Buffer();
    private final Buffer[] hidden;

    MlpLanes(Mlp mlp, Memory memory) {
        this.mlp = mlp;
        this.memory = memory;
        this.hidden = new Buffer[mlp.depth() - 1];
        for (int layer = 0; layer < hidden.length; layer++) hidden[layer] = memory.activations(layer);
    }

    @Override
    public Lanes given(Block condition) {
        condition.requireShape("condition", 1, 1, mlp.condition());
        mlp.start(memory, condition, start);
        return this;
    }

    @Override
    public void map(float[] x, int x0, float[] y, int y0) {
        Lanes.require("x", x, x0, mlp.in());
        Lanes.require("y", y, y0, padded(mlp.out()));
        Kernels kernels = memory.kernels();
        float[] from = x;
        int fromAt = x0;
        for (int layer = 0; layer < mlp.depth(); layer++) {
            Tensor kernel = mlp.kernel(layer);
            int width = mlp.width(layer);
            boolean last = layer == hidden.length;
            float[] to = last ? y : hidden[layer].atLeast(padded(width) * ROWS);
            int toAt = last ? y0 : 0;
            float[] bias = layer == 0 ? start.data() : memory.weights();
            int biasAt = layer == 0 ? 0 : mlp.bias(layer).offset();
            kernels.multiplyLanes(
                    width, kernel.rows(), memory.weights(), kernel.offset(), bias, biasAt, from, fromAt, to, toAt);
            kernels.activate(mlp.activation(layer), to, toAt, width * ROWS);
            from = to;
            fromAt = toAt;
        }
    }
}
