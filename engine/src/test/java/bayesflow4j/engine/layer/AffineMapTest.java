package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs are u, s and t one after the other; outputs v, and after it the sum of the log-determinants of all rows. */
class AffineMapTest {
    private static final float BOUND = 1.9f;
    private static final int ROWS = 7;

    private static Subject.Factory subject(int width) {
        return memory -> {
            AffineMap map = new AffineMap(memory, width, BOUND);
            int size = ROWS * width;
            return new Subject() {
                @Override
                public float[] forward(float[] inputs) {
                    float[] logDet = new float[ROWS];
                    Block v = map.forward(part(inputs, 0), part(inputs, 1), part(inputs, 2), logDet);
                    float sum = 0;
                    for (float row : logDet) sum += row;
                    return Subject.concat(Subject.flat(v), new float[] {sum});
                }

                private Block part(float[] inputs, int i) {
                    return Subject.padded(Arrays.copyOfRange(inputs, i * size, (i + 1) * size), ROWS, 1, width);
                }

                @Override
                public float[] backward(float[] dOutputs) {
                    float[] dv = Arrays.copyOf(dOutputs, size);
                    float[] dLogDet = new float[ROWS];
                    Arrays.fill(dLogDet, dOutputs[size]);
                    Block du = map.backward(Subject.padded(dv, ROWS, 1, width), dLogDet);
                    return Subject.concat(Subject.flat(du), Subject.concat(Subject.flat(map.scaleGradient()), dv));
                }
            };
        };
    }

    private static double[] formula(double[] inputs, int width) {
        int size = ROWS * width;
        double[] out = new double[size + 1];
        for (int i = 0; i < size; i++) {
            double clamp = 2 * BOUND / Math.PI * Math.atan(inputs[size + i] / BOUND);
            out[i] = inputs[i] * Math.exp(clamp) + inputs[2 * size + i];
            out[size] += clamp;
        }
        return out;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 17})
    void forwardIsTheFormula(int width) {
        Laws.forwardIsTheFormula(new Layout(), subject(width), (w, x) -> formula(x, width), 3 * ROWS * width);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 17})
    void backwardIsTheDerivative(int width) {
        Laws.backwardIsTheDerivative(new Layout(), subject(width), (w, x) -> formula(x, width), 3 * ROWS * width);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 17})
    void theInverseUndoesIt(int width) {
        Memory memory = Memory.forEvaluation(Kernels.best(), new Weights(new Layout()));
        AffineMap there = new AffineMap(memory, width, BOUND);
        AffineMap back = new AffineMap(memory, width, BOUND);
        float[] u = Laws.normal(ROWS * width, 1, Laws.random(1));
        Block s = Subject.padded(Laws.normal(ROWS * width, 3, Laws.random(2)), ROWS, 1, width);
        Block t = Subject.padded(Laws.normal(ROWS * width, 1, Laws.random(3)), ROWS, 1, width);
        float[] logDet = new float[ROWS];
        Block v = there.forward(Subject.padded(u, ROWS, 1, width), s, t, logDet);
        assertArrayEquals(u, Subject.flat(back.inverse(v, s, t, logDet)), 1e-5f);
        for (float sum : logDet) assertEquals(0, sum, 1e-6);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8})
    void kernelsAgreeBitForBit(int width) {
        Laws.kernelsAgree(new Layout(), subject(width), 3 * ROWS * width);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void widthsBelowOneAreRefused(int width) {
        Memory memory = Memory.forEvaluation(Kernels.best(), new Weights(new Layout()));
        assertThrows(IllegalArgumentException.class, () -> new AffineMap(memory, width, BOUND));
    }
}
