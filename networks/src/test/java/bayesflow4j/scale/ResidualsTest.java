package bayesflow4j.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResidualsTest {
    private static final int SETS = 403;

    /** Rows (x, θ), θ a linear function of x and of the θ before, with noise; all of them far from zero. */
    private static double[][] rows(int data, int parameters) {
        RandomGenerator rng = new Seed(11).stream(data * 100 + parameters);
        double[][] mix = new double[parameters][data + parameters];
        for (double[] row : mix) for (int j = 0; j < row.length; j++) row[j] = rng.nextGaussian();
        double[][] rows = new double[SETS][data + parameters];
        for (double[] row : rows) {
            for (int j = 0; j < data; j++) row[j] = rng.nextGaussian(2, 1);
            for (int i = 0; i < parameters; i++) {
                double mean = -1;
                for (int j = 0; j < data + i; j++) mean += mix[i][j] * row[j];
                row[data + i] = rng.nextGaussian(mean, 0.1 + i);
            }
        }
        return rows;
    }

    private static Residuals residuals(double[][] rows, int data) {
        return residuals(rows, data, ForkJoinPool.commonPool());
    }

    private static Residuals residuals(double[][] rows, int data, ForkJoinPool pool) {
        Residuals.Sums sums = new Residuals.Sums(data, rows[0].length - data);
        sums.add(Arrays.copyOf(rows, 150), pool);
        sums.add(Arrays.copyOfRange(rows, 150, rows.length), pool);
        return sums.residuals(pool);
    }

    private static float[] x(double[] row, int data) {
        float[] x = new float[data];
        for (int j = 0; j < data; j++) x[j] = (float) row[j];
        return x;
    }

    private static float[] applied(Residuals residuals, double[] row) {
        int data = residuals.data();
        float[] r = new float[residuals.parameters()];
        residuals.apply(Arrays.copyOfRange(row, data, row.length), residuals.given(x(row, data), 0), r, 0);
        return r;
    }

    /** On the simulations it was computed from this is exact: mean zero, no correlation, the regression's own variance. */
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "1, 4", "5, 3", "20, 17"})
    void whatIsLeftIsUncorrelatedWithTheDataAndItself(int data, int parameters) {
        double[][] rows = rows(data, parameters);
        Residuals residuals = residuals(rows, data);
        double variance = (SETS - 1.0 - data) / (SETS - 1.0);
        double[][] left =
                Arrays.stream(rows).map(row -> widened(applied(residuals, row))).toArray(double[][]::new);
        for (int i = 0; i < parameters; i++) {
            int column = i;
            assertEquals(0, Arrays.stream(left).mapToDouble(r -> r[column]).sum() / SETS, 1e-4);
            for (int j = 0; j < data; j++) assertEquals(0, product(left, i, rows, j), 2e-4, "data " + j);
            for (int j = 0; j <= i; j++) assertEquals(i == j ? variance : 0, product(left, i, left, j), 2e-4);
        }
    }

    private static double[] widened(float[] row) {
        double[] wide = new double[row.length];
        for (int i = 0; i < row.length; i++) wide[i] = row[i];
        return wide;
    }

    private static double product(double[][] a, int i, double[][] b, int j) {
        double sum = 0;
        for (int k = 0; k < SETS; k++) sum += a[k][i] * b[k][j];
        return sum / (SETS - 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "20, 17"})
    void itsInverseTakesItBack(int data, int parameters) {
        double[][] rows = rows(data, parameters);
        Residuals residuals = residuals(rows, data);
        for (double[] row : Arrays.copyOf(rows, 20)) {
            double[] theta = Arrays.copyOfRange(row, data, row.length);
            double[] back = residuals.undo(applied(residuals, row), 0, residuals.given(x(row, data), 0));
            double scale = Arrays.stream(theta).map(Math::abs).max().orElseThrow();
            assertArrayEquals(theta, back, 1e-5 * (1 + scale));
        }
    }

    /** With one more unit of θᵢ, r changes by column i of W; the determinant of a triangle is the product of its diagonal. */
    @Test
    void itsSlopeIsThatOfTheMap() {
        double[][] rows = rows(2, 3);
        Residuals residuals = residuals(rows, 2);
        double logDeterminant = 0;
        float[] before = applied(residuals, rows[0]);
        for (int i = 0; i < 3; i++) {
            double[] moved = rows[0].clone();
            moved[2 + i] += 1;
            float[] after = applied(residuals, moved);
            for (int k = 0; k < i; k++) assertEquals(before[k], after[k]);
            logDeterminant += Math.log(after[i] - before[i]);
        }
        assertEquals(logDeterminant, residuals.logSlope(), 1e-4);
    }

    @Test
    void columnsThatAreConstantOrCopiesDoNoHarm() {
        double[][] rows = rows(4, 2);
        for (double[] row : rows) {
            row[1] = 0;
            row[2] = row[0];
        }
        Residuals residuals = residuals(rows, 4);
        for (float b : residuals.b()) assertTrue(Math.abs(b) < 100, "coefficient " + b);
        // A parameter that the data say exactly keeps a residual of finite size.
        for (double[] row : rows) row[4] = row[0];
        for (float w : residuals(rows, 4).w()) assertTrue(Math.abs(w) < 1e6, "coefficient " + w);
    }

    @Test
    void aWildSimulationDoesNoHarmEither() {
        double[][] rows = rows(4, 2);
        for (double[] row : rows) row[2] = row[0];
        rows[7][0] = rows[7][2] = 1e9;
        rows[8][1] = -1e12;
        Residuals residuals = residuals(rows, 4);
        for (double[] row : Arrays.copyOf(rows, 7))
            for (float r : applied(residuals, row)) assertTrue(Math.abs(r) < 10, "residual " + r);
    }

    @Test
    void sumsDoNotDependOnThreads() {
        double[][] rows = rows(40, 30);
        Residuals one = onThreads(1, rows);
        for (int threads : new int[] {2, 5}) {
            Residuals many = onThreads(threads, rows);
            assertArrayEquals(one.w(), many.w());
            assertArrayEquals(one.b(), many.b());
            assertArrayEquals(one.c(), many.c());
        }
    }

    private static Residuals onThreads(int threads, double[][] rows) {
        try (ForkJoinPool pool = new ForkJoinPool(threads)) {
            return residuals(rows, 40, pool);
        }
    }

    @Test
    void fewSimulationsGiveNoRegression() {
        Residuals.Sums sums = new Residuals.Sums(5, 3);
        double[][] rows = rows(5, 3);
        sums.add(Arrays.copyOf(rows, 79), ForkJoinPool.commonPool());
        assertFalse(sums.suffice());
        sums.add(Arrays.copyOf(rows, 1), ForkJoinPool.commonPool());
        assertTrue(sums.suffice());
    }

    @Test
    void aMatrixThatIsNoTriangleIsRefused() {
        float[] c = {0, 0};
        float[] b = {0, 0};
        assertThrows(IllegalArgumentException.class, () -> new Residuals(new float[] {1, 1, 0, 1}, b, c));
        assertThrows(IllegalArgumentException.class, () -> new Residuals(new float[] {1, 0, 3, 0}, b, c));
    }
}
