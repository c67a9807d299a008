package bayesflow4j.head.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.ConditionalLanes;
import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.layer.Numbers;
import bayesflow4j.engine.layer.Subject;
import bayesflow4j.engine.memory.Block;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Memory;
import bayesflow4j.engine.memory.Weights;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is true of every conditional bijection, on random weights that are not zero. */
abstract class BijectionLaws {
    private static final int[][] SHAPES = {{1, 1}, {5, 1}, {2, 3}, {1, 50}};

    /** The bijection under test. */
    abstract ConditionalBijection bijection(Layout layout);

    /** z and after it the log-determinant for one row x given c, in double precision. */
    abstract double[] formula(Numbers w, double[] x, double[] c);

    @Test
    void forwardIsTheFormula() {
        for (int[] shape : SHAPES) {
            Layout layout = new Layout();
            ConditionalBijection b = bijection(layout);
            Laws.forwardIsTheFormula(layout, subject(b, shape), formula(b, shape), inputs(b, shape));
        }
    }

    @Test
    void backwardIsTheDerivative() {
        for (int[] shape : SHAPES) {
            Layout layout = new Layout();
            ConditionalBijection b = bijection(layout);
            Laws.backwardIsTheDerivative(layout, subject(b, shape), formula(b, shape), inputs(b, shape));
        }
    }

    @Test
    void kernelsAgreeBitForBit() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Laws.kernelsAgree(layout, subject(b, SHAPES[1]), inputs(b, SHAPES[1]));
    }

    @Test
    void theInverseUndoesItAndTheLogDeterminantsCancel() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Weights weights = Laws.randomWeights(layout, 1);
        int rows = 60;
        Memory memory = Memory.forEvaluation(Kernels.best(), weights);
        float[] x = Laws.normal(rows * b.width(), 1, Laws.random(2));
        Block condition = Block.of(Laws.normal(b.condition(), 1, Laws.random(3)), 1, 1, b.condition());
        float[] logDet = new float[rows];
        Block z = b.pass(memory).given(condition).forward(Block.of(x, 1, rows, b.width()), logDet);
        float[] copy = Subject.flat(z);
        Block back = b.pass(memory).given(condition).inverse(Block.of(copy, 1, rows, b.width()), logDet);
        assertArrayEquals(x, Subject.flat(back), 2e-4f);
        for (float sum : logDet) assertEquals(0, sum, 2e-4);
    }

    @Test
    void drawsByColumnsAreTheInverseByRowsToTheLastBit() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1));
        ConditionalBijection.Pass pass = b.pass(memory);
        ConditionalLanes lanes = b.inverse(memory);
        float[] logDet = new float[Lanes.ROWS];
        for (int seed = 2; seed < 4; seed++) {
            Block condition = Block.of(Laws.normal(b.condition(), 1, Laws.random(seed)), 1, 1, b.condition());
            Bijection given = pass.given(condition);
            Laws.lanesAreRows(lanes.given(condition), z -> given.inverse(z, logDet), b.width(), b.width());
        }
    }

    /** log|det| of the matrix of central differences of the formula. */
    @Test
    void theLogDeterminantIsThatOfTheJacobian() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Numbers numbers = new Numbers(Laws.randomWeights(layout, 4));
        int width = b.width();
        double[] x = Laws.doubles(Laws.normal(width, 1, Laws.random(5)));
        double[] c = Laws.doubles(Laws.normal(b.condition(), 1, Laws.random(6)));
        double[][] jacobian = new double[width][width];
        for (int j = 0; j < width; j++) {
            double old = x[j];
            x[j] = old + 1e-6;
            double[] above = formula(numbers, x, c);
            x[j] = old - 1e-6;
            double[] below = formula(numbers, x, c);
            x[j] = old;
            for (int i = 0; i < width; i++) jacobian[i][j] = (above[i] - below[i]) / 2e-6;
        }
        assertEquals(logAbsoluteDeterminant(jacobian), formula(numbers, x, c)[width], 1e-6);
    }

    private static double logAbsoluteDeterminant(double[][] a) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            int pivot = k;
            for (int i = k; i < a.length; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
            double[] row = a[pivot];
            a[pivot] = a[k];
            a[k] = row;
            sum += Math.log(Math.abs(row[k]));
            for (int i = k + 1; i < a.length; i++)
                for (int j = a.length - 1; j >= k; j--) a[i][j] -= a[i][k] / row[k] * row[j];
        }
        return sum;
    }

    @Test
    void theConditionMatters() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Subject subject = subject(b, SHAPES[1]).on(Memory.forTraining(Kernels.best(), Laws.randomWeights(layout, 7)));
        float[] inputs = Laws.normal(inputs(b, SHAPES[1]), 1, Laws.random(8));
        float[] before = subject.forward(inputs);
        inputs[inputs.length - 1] += 1;
        assertFalse(Arrays.equals(before, subject.forward(inputs)));
    }

    @Test
    void anotherWidthIsRefused() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forTraining(Kernels.best(), new Weights(layout));
        Block condition = Block.of(new float[b.condition()], 1, 1, b.condition());
        Bijection given = b.pass(memory).given(condition);
        Block wrong = Block.of(new float[b.width() + 1], 1, 1, b.width() + 1);
        assertThrows(IllegalArgumentException.class, () -> given.forward(wrong, new float[1]));
        assertThrows(IllegalArgumentException.class, () -> given.inverse(wrong, new float[1]));
    }

    private static int inputs(ConditionalBijection b, int[] shape) {
        return shape[0] * (shape[1] * b.width() + b.condition());
    }

    /** Inputs are x and then the conditions; outputs z and then the sum of all log-determinants. */
    private static Subject.Factory subject(ConditionalBijection b, int[] shape) {
        int rows = shape[0] * shape[1];
        int size = rows * b.width();
        return memory -> {
            ConditionalBijection.Pass pass = b.pass(memory);
            return new Subject() {
                private Bijection given;

                @Override
                public float[] forward(float[] inputs) {
                    float[] logDet = new float[rows];
                    float[] c = Arrays.copyOfRange(inputs, size, inputs.length);
                    given = pass.given(Block.of(c, shape[0], 1, b.condition()));
                    Block x = Block.of(Arrays.copyOf(inputs, size), shape[0], shape[1], b.width());
                    float[] z = Subject.flat(given.forward(x, logDet));
                    float sum = 0;
                    for (float row : logDet) sum += row;
                    return Subject.concat(z, new float[] {sum});
                }

                @Override
                public float[] backward(float[] dOutputs) {
                    Block dz = Subject.padded(Arrays.copyOf(dOutputs, size), shape[0], shape[1], b.width());
                    float[] dx = Subject.flat(given.backward(dz, dOutputs[size]));
                    Block dc = Subject.padded(new float[shape[0] * b.condition()], shape[0], 1, b.condition());
                    pass.addConditionGradient(dc);
                    return Subject.concat(dx, Subject.flat(dc));
                }
            };
        };
    }

    private Subject.Formula formula(ConditionalBijection b, int[] shape) {
        int width = b.width();
        int size = shape[0] * shape[1] * width;
        return (w, inputs) -> {
            double[] out = new double[size + 1];
            for (int row = 0; row < shape[0] * shape[1]; row++) {
                int c = size + row / shape[1] * b.condition();
                double[] image = formula(
                        w,
                        Arrays.copyOfRange(inputs, row * width, (row + 1) * width),
                        Arrays.copyOfRange(inputs, c, c + b.condition()));
                System.arraycopy(image, 0, out, row * width, width);
                out[size] += image[width];
            }
            return out;
        };
    }
}
