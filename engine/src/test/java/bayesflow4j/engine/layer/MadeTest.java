package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class MadeTest {
    private static final int CONDITION = 3;

    abstract static class Masked extends ConditionalLaws {
        private final int width;
        private final int outputs;
        private final List<Integer> hidden;

        Masked(int width, int outputs, Integer... hidden) {
            this.width = width;
            this.outputs = outputs;
            this.hidden = List.of(hidden);
        }

        @Override
        ConditionalLayer layer(Layout layout) {
            return new Made(layout, "m", width, CONDITION, hidden, Activation.TANH, outputs);
        }

        @Override
        double[] formula(Numbers w, double[] row, double[] condition) {
            return MadeFormula.of(w, "m", row, condition, hidden, Activation.TANH, outputs);
        }

        @Test
        void anOutputDependsOnAllEarlierInputsAndOnNoOther() {
            Layout layout = new Layout();
            autoregressive(layout, layer(layout), width);
        }
    }

    @Nested
    class OneInput extends Masked {
        OneInput() {
            super(1, 2, 5);
        }
    }

    @Nested
    class FiveInputs extends Masked {
        FiveInputs() {
            super(5, 2, 16, 11);
        }
    }

    @Nested
    class MoreThanAVectorAndMoreThanAPanel extends Masked {
        MoreThanAVectorAndMoreThanAPanel() {
            super(9, 3, 70, 9);
        }
    }

    @Nested
    class FewerHiddenUnitsThanInputs extends Masked {
        FewerHiddenUnitsThanInputs() {
            super(7, 1, 3);
        }
    }

    @Nested
    class WithoutHiddenLayers extends Masked {
        WithoutHiddenLayers() {
            super(4, 2);
        }
    }

    /** ∂y(i)/∂x(j) is zero to the last bit for j ≥ i mod D and, on random weights, not for any j before. */
    private static void autoregressive(Layout layout, ConditionalLayer layer, int width) {
        Weights weights = Laws.randomWeights(layout, 1);
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        memory.writeGradientTo(new float[weights.values().length]);
        Pass pass =
                layer.pass(memory).given(Block.of(Laws.normal(CONDITION, 1, Laws.random(2)), 1, 1, layer.condition()));
        int out = layer.out();
        float[] x = new float[out * width];
        float[] row = Laws.normal(width, 1, Laws.random(3));
        float[] unit = new float[out * out];
        for (int i = 0; i < out; i++) {
            System.arraycopy(row, 0, x, i * width, width);
            unit[i * out + i] = 1;
        }
        pass.forward(Block.of(x, 1, out, width));
        float[] jacobian = Subject.flat(pass.backward(Subject.padded(unit, 1, out, out)));
        for (int i = 0; i < out; i++)
            for (int j = 0; j < width; j++)
                assertEquals(
                        j < i % width,
                        jacobian[i * width + j] != 0,
                        "∂y(" + i + ")/∂x(" + j + ") is " + jacobian[i * width + j]);
    }

    /** Each with one degree that is off by one, somewhere in the network. */
    @Test
    void aMaskThatLeaksIsCaught() {
        int[][][] leaks = {
            {{1, 2, 2}, {0, 1, 2, 2}, {0, 1, 2}},
            {{1, 2, 3}, {0, 1, 2, 3}, {0, 1, 3}},
            {{1, 2, 3}, {1, 1, 2, 2}, {0, 1, 2, 1, 1, 2}},
        };
        for (int[][] degrees : leaks) {
            Layout layout = new Layout();
            Mlp leaky = Mlp.masked(layout, "m", CONDITION, degrees, Activation.TANH);
            assertThrows(AssertionFailedError.class, () -> autoregressive(layout, leaky, 3));
        }
    }

    @Test
    void itBeginsAsZeroAndCountsItsWeightsWithoutTheZeros() {
        Layout layout = new Layout();
        Made made = new Made(layout, "m", 2, 1, List.of(2), Activation.ELU, 1);
        // Condition 2, hidden 1 + 2, output 3 + 2; linear: condition 2, kernel 1, bias 2.
        assertEquals(15, layout.weightCount());
        Weights weights = Weights.initial(layout, Laws.random(1));
        Block y = made.pass(Memory.forEvaluation(Kernels.best(), weights))
                .given(Block.of(new float[] {2}, 1, 1, 1))
                .forward(Block.of(new float[] {1, -3}, 1, 1, 2));
        for (float value : Subject.flat(y)) assertEquals(0, value);
    }

    @Test
    void sizesBelowOneAreRefused() {
        for (int[] sizes : new int[][] {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}) {
            IllegalArgumentException refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> new Made(new Layout(), "m", sizes[0], sizes[1], List.of(4), Activation.ELU, sizes[2]));
            assertTrue(refusal.getMessage().contains("expected at least 1, got 0"), refusal.getMessage());
        }
    }
}
