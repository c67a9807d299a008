package bayesflow4j.engine.layer;

import static org.junit.jupiter.api.Assertions.assertFalse;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The laws of a conditional layer whose rows are mapped one by one, each with its data set's condition. */
abstract class ConditionalLaws {
    private static final int[][] SHAPES = {{1, 1}, {3, 1}, {50, 1}, {2, 5}, {2, 49}};

    abstract ConditionalLayer layer(Layout layout);

    abstract double[] formula(Numbers w, double[] row, double[] condition);

    @Test
    void forwardIsTheFormula() {
        for (int[] shape : SHAPES) {
            Layout layout = new Layout();
            ConditionalLayer layer = layer(layout);
            Laws.forwardIsTheFormula(
                    layout, Subject.of(layer, shape[0], shape[1]), formula(layer, shape), inputs(layer, shape));
        }
    }

    @Test
    void backwardIsTheDerivative() {
        for (int[] shape : SHAPES) {
            Layout layout = new Layout();
            ConditionalLayer layer = layer(layout);
            Laws.backwardIsTheDerivative(
                    layout, Subject.of(layer, shape[0], shape[1]), formula(layer, shape), inputs(layer, shape));
        }
    }

    @Test
    void kernelsAgreeBitForBit() {
        for (int[] shape : SHAPES) {
            Layout layout = new Layout();
            ConditionalLayer layer = layer(layout);
            Laws.kernelsAgree(layout, Subject.of(layer, shape[0], shape[1]), inputs(layer, shape));
        }
    }

    @Test
    void lanesAreRowsToTheLastBit() {
        Layout layout = new Layout();
        Laws.lanesAreRows(layout, layer(layout));
    }

    @Test
    void theConditionMatters() {
        Layout layout = new Layout();
        ConditionalLayer layer = layer(layout);
        Subject subject = Subject.of(layer, 2, 3).on(Memory.forTraining(Kernels.best(), Laws.randomWeights(layout, 1)));
        float[] inputs = Laws.normal(inputs(layer, new int[] {2, 3}), 1, Laws.random(2));
        float[] y = subject.forward(inputs);
        inputs[inputs.length - 1] += 1;
        assertFalse(Arrays.equals(y, subject.forward(inputs)));
    }

    private static int inputs(ConditionalLayer layer, int[] shape) {
        return shape[0] * shape[1] * layer.in() + shape[0] * layer.condition();
    }

    private Subject.Formula formula(ConditionalLayer layer, int[] shape) {
        int rows = shape[0] * shape[1] * layer.in();
        return (w, inputs) -> {
            double[] y = new double[shape[0] * shape[1] * layer.out()];
            for (int m = 0; m < shape[0]; m++) {
                double[] condition =
                        Arrays.copyOfRange(inputs, rows + m * layer.condition(), rows + (m + 1) * layer.condition());
                for (int n = 0; n < shape[1]; n++) {
                    double[] row = formula(w, Numbers.row(inputs, shape[1], layer.in(), m, n), condition);
                    System.arraycopy(row, 0, y, (m * shape[1] + n) * layer.out(), layer.out());
                }
            }
            return y;
        };
    }
}
