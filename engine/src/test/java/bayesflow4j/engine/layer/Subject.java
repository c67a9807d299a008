package bayesflow4j.engine.layer;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Memory;

/** Anything with inputs, outputs and weights whose backward can be checked: inputs and outputs in one flat array each. */
public interface Subject {
    /** Forward on these inputs. */
    float[] forward(float[] inputs);

    /** After forward: the gradient of the inputs, given that of the outputs; that of the weights goes to the memory. */
    float[] backward(float[] dOutputs);

    /** Opens a subject on a memory. */
    interface Factory {
        Subject on(Memory memory);
    }

    /** The same map in double precision, written without regard to speed. */
    interface Formula {
        double[] of(Numbers weights, double[] inputs);
    }

    /** A layer on blocks [sets, length, ·]. */
    static Factory of(Layer layer, int sets, int length) {
        return memory -> {
            Pass pass = layer.pass(memory);
            return new Subject() {
                private Block y;

                @Override
                public float[] forward(float[] inputs) {
                    y = pass.forward(Block.of(inputs, sets, length, layer.in()));
                    return flat(y);
                }

                @Override
                public float[] backward(float[] dOutputs) {
                    return flat(pass.backward(padded(dOutputs, y.sets(), y.length(), y.width())));
                }
            };
        };
    }

    /** A conditional layer: the inputs are x [sets, length, in] and after it the condition [sets, condition]. */
    static Factory of(ConditionalLayer layer, int sets, int length) {
        return memory -> {
            ConditionalPass conditional = layer.pass(memory);
            int rows = sets * length;
            return new Subject() {
                private Pass pass;

                @Override
                public float[] forward(float[] inputs) {
                    float[] x = java.util.Arrays.copyOf(inputs, rows * layer.in());
                    float[] c = java.util.Arrays.copyOfRange(inputs, rows * layer.in(), inputs.length);
                    pass = conditional.given(Block.of(c, sets, 1, layer.condition()));
                    return flat(pass.forward(Block.of(x, sets, length, layer.in())));
                }

                @Override
                public float[] backward(float[] dOutputs) {
                    float[] dx = flat(pass.backward(padded(dOutputs, sets, length, layer.out())));
                    Block dc = padded(new float[sets * layer.condition()], sets, 1, layer.condition());
                    conditional.addConditionGradient(dc);
                    return concat(dx, flat(dc));
                }
            };
        };
    }

    /** The rows of a block, one after the other. */
    static float[] flat(Block block) {
        float[] values = new float[block.rows() * block.width()];
        for (int m = 0; m < block.sets(); m++)
            for (int n = 0; n < block.length(); n++)
                System.arraycopy(
                        block.data(), block.at(m, n), values, (m * block.length() + n) * block.width(), block.width());
        return values;
    }

    /** A block with padded rows, as layers produce them. */
    static Block padded(float[] values, int sets, int length, int width) {
        int stride = Kernels.padded(width);
        float[] data = new float[sets * length * stride];
        for (int row = 0; row < sets * length; row++) System.arraycopy(values, row * width, data, row * stride, width);
        return new Block().show(data, 0, sets, length, width, stride);
    }

    static float[] concat(float[] a, float[] b) {
        float[] both = java.util.Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
