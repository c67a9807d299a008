package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.memory.Layout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ConvolutionTest {
    abstract static class Convolved extends LayerLaws {
        private final int in;
        private final int out;
        private final int size;
        private final int stride;

        Convolved(int in, int out, int size, int stride) {
            this.in = in;
            this.out = out;
            this.size = size;
            this.stride = stride;
        }

        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 5}, {2, 6}, {3, 11}, {2, 25}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return new Convolution(layout, "c", in, out, size, stride, Activation.ELU);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            int rows = (length - size) / stride + 1;
            double[] y = new double[sets * rows * out];
            for (int m = 0; m < sets; m++)
                for (int i = 0; i < rows; i++) {
                    int from = (m * length + i * stride) * in;
                    double[] window = java.util.Arrays.copyOfRange(x, from, from + size * in);
                    double[] row = w.affine("c.kernel", "c.bias", window);
                    for (int j = 0; j < out; j++)
                        y[(m * rows + i) * out + j] = Numbers.activate(Activation.ELU, row[j]);
                }
            return y;
        }
    }

    @Nested
    class OneByOne extends Convolved {
        OneByOne() {
            super(1, 1, 1, 1);
        }
    }

    @Nested
    class Overlapping extends Convolved {
        Overlapping() {
            super(3, 5, 5, 3);
        }
    }

    @Nested
    class Skipping extends Convolved {
        Skipping() {
            super(2, 9, 2, 3);
        }
    }

    @Nested
    class WholeChannels extends Convolved {
        WholeChannels() {
            super(8, 16, 3, 1);
        }
    }

    /** Between convolutions rows are padded where the number of channels is odd, and must be packed and unpacked. */
    @Nested
    class Stacked extends LayerLaws {
        @Override
        protected int[][] shapes() {
            return new int[][] {{1, 7}, {2, 7}, {3, 12}};
        }

        @Override
        protected Layer layer(Layout layout) {
            return Chain.of(
                    new Convolution(layout, "a", 2, 5, 3, 1, Activation.TANH),
                    new Convolution(layout, "c", 5, 3, 5, 3, Activation.ELU),
                    new Pooling(3, Pooling.Kind.MEAN));
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            int rows = length - 2;
            double[] a = new double[sets * rows * 5];
            for (int m = 0; m < sets; m++)
                for (int i = 0; i < rows; i++) {
                    int from = (m * length + i) * 2;
                    double[] row = w.affine("a.kernel", "a.bias", java.util.Arrays.copyOfRange(x, from, from + 6));
                    for (int j = 0; j < 5; j++) a[(m * rows + i) * 5 + j] = Math.tanh(row[j]);
                }
            double[] c = new Convolved(5, 3, 5, 3) {}.formula(w, a, sets, rows);
            return new PoolingTest.Pooled(3, Pooling.Kind.MEAN) {}.formula(w, c, sets, (rows - 5) / 3 + 1);
        }
    }

    @Test
    void aSeriesShorterThanTheKernelIsRefused() {
        Convolution convolution = new Convolution(new Layout(), "c", 1, 1, 5, 3, Activation.ELU);
        assertEquals(116, convolution.length(350));
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> convolution.length(4));
        assertTrue(refusal.getMessage().contains("at least 5 steps, got 4"), refusal.getMessage());
    }
}
