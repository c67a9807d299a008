package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MaximaTest {
    abstract static class OfWidth extends LayerLaws {
        private final int in;

        OfWidth(int in) {
            this.in = in;
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Maxima(in);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return maxima(x, in, sets, length);
        }
    }

    static double[] maxima(double[] x, int in, int sets, int length) {
        double[] y = new double[sets * in];
        Arrays.fill(y, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < x.length; i++) {
            int at = i / (length * in) * in + i % in;
            y[at] = Math.max(y[at], x[i]);
        }
        return y;
    }

    @Nested
    class One extends OfWidth {
        One() {
            super(1);
        }
    }

    @Nested
    class Odd extends OfWidth {
        Odd() {
            super(5);
        }
    }

    @Nested
    class WholeVectors extends OfWidth {
        WholeVectors() {
            super(16);
        }
    }

    @Test
    void ofEqualRowsTheFirstIsTaken() {
        Pass pass = new Maxima(2).pass(Memory.forTraining(Kernels.best(), new Weights(new Layout())));
        pass.forward(Block.of(new float[] {1, -2, 3, -1, 3, -1}, 1, 3, 2));
        Block dx = pass.backward(Block.of(new float[] {5, 7}, 1, 1, 2));
        assertArrayEquals(new float[] {0, 0, 5, 7, 0, 0}, Subject.flat(dx));
    }
}
