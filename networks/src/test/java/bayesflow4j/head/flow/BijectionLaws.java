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

    /** For three data sets of twenty rows, each given a condition of its own. */
    @Test
    void theInverseUndoesItAndTheLogDeterminantsCancel() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 1));
        float[] x = Laws.normal(60 * b.width(), 1, Laws.random(2));
        Block conditions = conditions(b, 3, 3);
        float[] logDet = new float[60];
        Block z = b.pass(memory).given(conditions).forward(Block.of(x, 3, 20, b.width()), logDet);
        float[] copy = Subject.flat(z);
        Block back = b.pass(memory).given(conditions).inverse(Block.of(copy, 3, 20, b.width()), logDet);
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
            Block condition = conditions(b, 1, seed);
            Bijection given = pass.given(condition);
            Laws.lanesAreRows(lanes.given(condition), z -> given.inverse(z, logDet), b.width(), b.width());
        }
    }

    /** Row i of the Jacobian is what backward makes of the i-th unit vector; no formula is needed. */
    @Test
    void theLogDeterminantIsThatOfTheJacobian() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Weights weights = Laws.randomWeights(layout, 4);
        Memory memory = Memory.forTraining(Kernels.best(), weights);
        memory.writeGradientTo(new float[weights.values().length]);
        int width = b.width();
        float[] x = Laws.normal(width, 1, Laws.random(5));
        float[] copies = new float[width * width];
        float[] unit = new float[width * width];
        for (int i = 0; i < width; i++) {
            System.arraycopy(x, 0, copies, i * width, width);
            unit[i * width + i] = 1;
        }
        float[] logDet = new float[width];
        Bijection given = b.pass(memory).given(conditions(b, 1, 6));
        given.forward(Block.of(copies, 1, width, width), logDet);
        double[] rows =
                Laws.doubles(Subject.flat(given.backward(Subject.padded(unit, 1, width, width), new float[width])));
        double[][] jacobian = new double[width][];
        for (int i = 0; i < width; i++) jacobian[i] = Numbers.row(rows, width, width, 0, i);
        assertEquals(logAbsoluteDeterminant(jacobian), logDet[0], 2e-4);
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

    /** Both ways, for every number of the condition. */
    @Test
    void anotherConditionGivesAnotherMap() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 7));
        float[] x = Laws.normal(5 * b.width(), 1, Laws.random(8));
        Block condition = conditions(b, 1, 9);
        for (boolean there : new boolean[] {true, false}) {
            float[] before = map(b, memory, condition, Block.of(x, 1, 5, b.width()), there);
            for (int i = 0; i < b.condition(); i++) {
                Block other = conditions(b, 1, 9);
                other.data()[i] += 1;
                float[] after = map(b, memory, other, Block.of(x, 1, 5, b.width()), there);
                assertFalse(Arrays.equals(before, after), "condition [" + i + "] changes nothing");
            }
        }
    }

    /** Both ways, the rows of a data set are those that it has when it is alone. */
    @Test
    void eachDataSetHasItsOwnCondition() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forEvaluation(Kernels.best(), Laws.randomWeights(layout, 10));
        Block x = Block.of(Laws.normal(12 * b.width(), 1, Laws.random(11)), 3, 4, b.width());
        Block conditions = conditions(b, 3, 12);
        for (boolean there : new boolean[] {true, false}) {
            float[] together = map(b, memory, conditions, x, there);
            for (int m = 0; m < 3; m++) {
                Block condition = new Block().slice(conditions, m, m + 1);
                float[] alone = map(b, memory, condition, new Block().slice(x, m, m + 1), there);
                int size = alone.length;
                assertArrayEquals(alone, Arrays.copyOfRange(together, m * size, (m + 1) * size), "data set " + m);
            }
        }
    }

    /** Each row's image and after it its log-determinant. */
    private static float[] map(ConditionalBijection b, Memory memory, Block conditions, Block rows, boolean there) {
        float[] logDet = new float[rows.rows()];
        Bijection given = b.pass(memory).given(conditions);
        float[] image = Subject.flat(there ? given.forward(rows, logDet) : given.inverse(rows, logDet));
        float[] all = new float[logDet.length * (b.width() + 1)];
        for (int row = 0; row < logDet.length; row++) {
            System.arraycopy(image, row * b.width(), all, row * (b.width() + 1), b.width());
            all[row * (b.width() + 1) + b.width()] = logDet[row];
        }
        return all;
    }

    private static Block conditions(ConditionalBijection b, int sets, long seed) {
        return Block.of(Laws.normal(sets * b.condition(), 1, Laws.random(seed)), sets, 1, b.condition());
    }

    @Test
    void anotherWidthIsRefused() {
        Layout layout = new Layout();
        ConditionalBijection b = bijection(layout);
        Memory memory = Memory.forTraining(Kernels.best(), new Weights(layout));
        Bijection given = b.pass(memory).given(conditions(b, 1, 13));
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
                    float[] dLogDet = new float[rows];
                    Arrays.fill(dLogDet, dOutputs[size]);
                    float[] dx = Subject.flat(given.backward(dz, dLogDet));
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
