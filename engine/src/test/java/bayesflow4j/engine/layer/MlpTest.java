package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MlpTest {
    /** Rows of a flat [sets·length, in] array through the same function, one after the other. */
    static double[] rowByRow(double[] x, int in, java.util.function.UnaryOperator<double[]> f) {
        return java.util.stream.IntStream.range(0, x.length / in)
                .mapToObj(i -> f.apply(Numbers.row(x, 1, in, i, 0)))
                .flatMapToDouble(java.util.Arrays::stream)
                .toArray();
    }

    abstract static class Dense extends LayerLaws {
        private final int in;
        private final int out;
        private final Activation activation;

        Dense(int in, int out, Activation activation) {
            this.in = in;
            this.out = out;
            this.activation = activation;
        }

        @Override
        protected Layer layer(Layout layout) {
            return Mlp.dense(layout, "d", in, out, activation);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return rowByRow(x, in, row -> w.mlp("d", 1, activation, activation, row, new double[0]));
        }
    }

    @Nested
    class LinearOneToOne extends Dense {
        LinearOneToOne() {
            super(1, 1, Activation.LINEAR);
        }
    }

    @Nested
    class EluOdd extends Dense {
        EluOdd() {
            super(5, 3, Activation.ELU);
        }
    }

    @Nested
    class ReluWide extends Dense {
        ReluWide() {
            super(9, 33, Activation.RELU);
        }
    }

    @Nested
    class TanhWhole extends Dense {
        TanhWhole() {
            super(8, 16, Activation.TANH);
        }
    }

    @Nested
    class Deep extends LayerLaws {
        @Override
        protected Layer layer(Layout layout) {
            return new Mlp(layout, "m", 3, 0, new int[] {11, 24, 17, 2}, Activation.ELU, Activation.LINEAR);
        }

        @Override
        protected double[] formula(Numbers w, double[] x, int sets, int length) {
            return rowByRow(x, 3, row -> w.mlp("m", 4, Activation.ELU, Activation.LINEAR, row, new double[0]));
        }
    }

    @Nested
    class Conditional extends ConditionalLaws {
        @Override
        ConditionalLayer layer(Layout layout) {
            return new Mlp(layout, "m", 3, 5, new int[] {11, 9, 4}, Activation.ELU, Activation.LINEAR);
        }

        @Override
        double[] formula(Numbers w, double[] row, double[] condition) {
            double[] given = w.affine("m.condition.kernel", "m.0.bias", condition);
            return w.mlp("m", 3, Activation.ELU, Activation.LINEAR, row, given);
        }
    }

    @Test
    void sizesBelowOneAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Mlp.dense(new Layout(), "d", 0, 3, Activation.ELU));
        assertThrows(IllegalArgumentException.class, () -> Mlp.dense(new Layout(), "d", 3, 0, Activation.ELU));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Mlp(new Layout(), "d", 3, -1, new int[] {2}, Activation.ELU, Activation.ELU));
    }

    /** By rows in a memory that keeps no activations, and by columns: widths of one panel, of a part of one and of more. */
    @ParameterizedTest
    @CsvSource({"3,64,3,200", "1,9,1,64", "5,100,16,97", "9,72,8,33", "2,8,67,130"})
    void evaluationIsTrainingToTheLastBit(int in, int hidden, int out, int rows) {
        Layout layout = new Layout();
        Mlp mlp = new Mlp(layout, "m", in, 2, new int[] {hidden, 24, out}, Activation.ELU, Activation.TANH);
        Laws.lanesAreRows(layout, mlp);
        Weights weights = Laws.randomWeights(layout, 1);
        for (Kernels kernels : new Kernels[] {Kernels.plain(), Kernels.best()}) {
            MlpPass evaluation = mlp.pass(Memory.forEvaluation(kernels, weights));
            MlpPass training = mlp.pass(Memory.forTraining(kernels, weights));
            for (int seed = 2; seed < 4; seed++) {
                Block condition = Block.of(Laws.normal(2, 1, Laws.random(seed)), 1, 1, 2);
                Block x = Block.of(Laws.normal(rows * in, 1, Laws.random(seed + 2)), 1, rows, in);
                float[] expected = values(training.given(condition).forward(x));
                assertArrayEquals(expected, values(evaluation.given(condition).forward(x)), kernels.name());
            }
        }
    }

    private static float[] values(Block block) {
        return java.util.Arrays.copyOf(block.data(), block.rows() * block.rowStride());
    }

    @Test
    void lanesThatAreTooShortAreRefused() {
        Layout layout = new Layout();
        Mlp mlp = new Mlp(layout, "m", 2, 1, new int[] {3}, Activation.ELU, Activation.ELU);
        Lanes lanes = mlp.lanes(Memory.forEvaluation(Kernels.best(), new Weights(layout)))
                .given(Block.of(new float[1], 1, 1, 1));
        float[] x = new float[2 * Lanes.ROWS];
        float[] y = new float[8 * Lanes.ROWS];
        lanes.map(x, 0, y, 0);
        assertThrows(IllegalArgumentException.class, () -> lanes.map(x, 1, y, 0));
        assertThrows(IllegalArgumentException.class, () -> lanes.map(x, 0, y, 1));
        assertThrows(IllegalArgumentException.class, () -> lanes.map(x, -1, y, 0));
    }

    @Test
    void evaluationHasNoBackward() {
        Layout layout = new Layout();
        Pass pass = Mlp.dense(layout, "d", 2, 2, Activation.ELU)
                .pass(Memory.forEvaluation(Kernels.best(), new Weights(layout)));
        pass.forward(Block.of(new float[2], 1, 1, 2));
        assertThrows(IllegalStateException.class, () -> pass.backward(Subject.padded(new float[2], 1, 1, 2)));
    }
}
