package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import bayesflow4j.engine.memory.Layout;
import bayesflow4j.engine.memory.Tensor;
import bayesflow4j.engine.memory.Weights;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RotatedTensorTest {
    private static final Adam ADAM = new Adam(0.9f, 0.95f, 1e-8f, 0.01f);

    /** The same steps written plainly, in double precision: everything in the weights' own basis but the second moments. */
    private static final class Oracle {
        private final Rotation rotation;
        private final int rows;
        private final int columns;
        private final double[][] weights;
        private double[][] mean;
        private final double[][] square;
        private double[][] rowSums;
        private double[][] columnSums;
        private double[][] u;
        private double[][] v;
        private int steps;

        Oracle(Rotation rotation, double[][] weights) {
            this.rotation = rotation;
            this.weights = weights;
            rows = weights.length;
            columns = weights[0].length;
            mean = new double[rows][columns];
            square = new double[rows][columns];
            rowSums = new double[rows][rows];
            columnSums = new double[columns][columns];
            u = identity(rows);
            v = identity(columns);
        }

        void step(double[][] g, double rate, int index) {
            steps++;
            rowSums = sum(rotation.memory(), rowSums, times(g, transposed(g)));
            columnSums = sum(rotation.memory(), columnSums, times(transposed(g), g));
            if (steps == 1 || (steps + index) % rotation.every() == 0) {
                if (rows <= rotation.mostSide()) u = next(rowSums, u);
                v = next(columnSums, v);
            }
            if (steps == 1) return;
            double[][] turned = times(times(transposed(u), g), v);
            double[][] scaled = new double[rows][columns];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) scaled[i][j] = (1 - ADAM.beta1()) * g[i][j];
            mean = sum(ADAM.beta1(), mean, scaled);
            double[][] move = times(times(transposed(u), mean), v);
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) {
                    square[i][j] = ADAM.beta2() * square[i][j] + (1 - ADAM.beta2()) * turned[i][j] * turned[i][j];
                    move[i][j] /= (1 - Math.pow(ADAM.beta1(), steps))
                            * (Math.sqrt(square[i][j] / (1 - Math.pow(ADAM.beta2(), steps))) + ADAM.epsilon());
                }
            double[][] back = times(times(u, move), transposed(v));
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++)
                    weights[i][j] -= rate * (back[i][j] + ADAM.weightDecay() * weights[i][j]);
        }

        private static double[][] next(double[][] sums, double[][] basis) {
            double[][] p = times(sums, basis);
            double trace = 0;
            for (int i = 0; i < p.length; i++) trace += sums[i][i];
            // The padding of columns counts in the mean that the engine takes; the directions are the same.
            for (int i = 0; i < p.length; i++)
                for (int j = 0; j < p.length; j++) p[i][j] += 1e-5 * trace / p.length * basis[i][j];
            for (int j = 0; j < p.length; j++) {
                for (int before = 0; before < j; before++) {
                    double dot = 0;
                    for (double[] row : p) dot += row[before] * row[j];
                    for (double[] row : p) row[j] -= dot * row[before];
                }
                double length = 0;
                for (double[] row : p) length += row[j] * row[j];
                for (double[] row : p) row[j] /= Math.sqrt(length);
            }
            return p;
        }

        private static double[][] identity(int k) {
            double[][] a = new double[k][k];
            for (int i = 0; i < k; i++) a[i][i] = 1;
            return a;
        }

        private static double[][] transposed(double[][] a) {
            double[][] t = new double[a[0].length][a.length];
            for (int i = 0; i < a.length; i++) for (int j = 0; j < t.length; j++) t[j][i] = a[i][j];
            return t;
        }

        private static double[][] times(double[][] a, double[][] b) {
            double[][] c = new double[a.length][b[0].length];
            for (int i = 0; i < a.length; i++)
                for (int j = 0; j < b[0].length; j++) for (int l = 0; l < b.length; l++) c[i][j] += a[i][l] * b[l][j];
            return c;
        }

        private static double[][] sum(double share, double[][] a, double[][] b) {
            double[][] c = new double[a.length][a[0].length];
            for (int i = 0; i < a.length; i++)
                for (int j = 0; j < c[0].length; j++) c[i][j] = share * a[i][j] + b[i][j];
            return c;
        }
    }

    /** Gradients of full rank on the smaller side, so that rounding does not choose directions. */
    @ParameterizedTest
    @CsvSource({"4, 8, 512", "5, 3, 512", "1, 4, 512", "6, 1, 512", "17, 8, 512", "9, 8, 8"})
    void stepsAreThoseOfThePlainFormula(int rows, int columns, int mostSide) {
        Rotation rotation = new Rotation(0.9f, 3, mostSide);
        Layout layout = new Layout();
        layout.bias("first", 1, 3, Tensor.Start.ZERO);
        Tensor tensor = layout.matrix("matrix", rows, columns);
        Weights weights = Weights.initial(layout, Laws.random(1));
        double[][] start = new double[rows][columns];
        float[] values = weights.copyOf(tensor);
        for (int i = 0; i < values.length; i++) start[i / columns][i % columns] = values[i];
        Oracle oracle = new Oracle(rotation, start);
        try (Workers workers = new Workers(1)) {
            Descent descent =
                    new Descent(weights, Kernels.best(), workers, ADAM, Optional.of(rotation), Float.POSITIVE_INFINITY);
            for (int step = 1; step <= 8; step++) {
                float[] normal = Laws.normal(rows * columns, 1, Laws.random(100 + step));
                double[][] g = new double[rows][columns];
                for (int i = 0; i < normal.length; i++) {
                    // Some directions matter more than others: eigenvalues that are well apart.
                    normal[i] *= (float) Math.pow(0.7, i / columns + i % columns);
                    g[i / columns][i % columns] = normal[i];
                }
                descent.step(
                        1,
                        (from, to, worker, gradient) -> {
                            weights.pack(tensor, normal, gradient);
                            return 0;
                        },
                        0.01f);
                oracle.step(g, 0.01f, 1);
            }
        }
        float[] moved = weights.copyOf(tensor);
        for (int i = 0; i < moved.length; i++)
            assertEquals(oracle.weights[i / columns][i % columns], moved[i], 2e-4, "weight " + i);
    }

    /** Least squares whose inputs are nearly the same number: what plain Adam is slow at. */
    @Test
    void correlatedInputsAreLearnedFasterThanByAdam() {
        double plain = leastSquares(Optional.empty());
        double turned = leastSquares(Optional.of(Rotation.DEFAULT));
        assertTrue(turned < plain / 10, "mean square " + turned + ", by plain Adam " + plain);
    }

    private static double leastSquares(Optional<Rotation> rotation) {
        int in = 12;
        Layout layout = new Layout();
        Tensor tensor = layout.matrix("matrix", in, 8);
        Weights weights = Weights.initial(layout, Laws.random(3));
        float[] target = Laws.normal(in * 8, 1, Laws.random(4));
        double[] loss = new double[1];
        try (Workers workers = new Workers(1)) {
            Descent descent =
                    new Descent(weights, Kernels.best(), workers, new Adam(0.95f, 0.99f, 1e-8f, 0f), rotation, 1e9f);
            int steps = 600;
            for (int step = 0; step < steps; step++) {
                int seed = step;
                descent.step(
                        1,
                        (from, to, worker, gradient) -> {
                            float[] off = weights.copyOf(tensor);
                            for (int i = 0; i < off.length; i++) off[i] -= target[i];
                            loss[0] = gradient(off, in, seed, tensor, weights, gradient);
                            return loss[0];
                        },
                        0.02f * (1 - step / (float) steps));
            }
        }
        return loss[0];
    }

    /** The mean over 32 rows of half the squares of x·off, x = a common number + three hundredths of noise. */
    private static double gradient(float[] off, int in, int seed, Tensor tensor, Weights weights, float[] gradient) {
        int sets = 32;
        float[] noise = Laws.normal(sets * (in + 1), 1, Laws.random(1000 + seed));
        float[] sum = new float[in * 8];
        double loss = 0;
        for (int m = 0; m < sets; m++)
            for (int j = 0; j < 8; j++) {
                double y = 0;
                for (int i = 0; i < in; i++) y += x(noise, m, i, in) * off[i * 8 + j];
                loss += y * y / 2 / sets;
                for (int i = 0; i < in; i++) sum[i * 8 + j] += (float) (x(noise, m, i, in) * y / sets);
            }
        weights.pack(tensor, sum, gradient);
        return loss;
    }

    private static double x(float[] noise, int m, int i, int in) {
        return noise[m * (in + 1)] + 0.03 * noise[m * (in + 1) + 1 + i];
    }

    @Test
    void settingsThatMakeNoSenseAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Rotation(1f, 10, 512));
        assertThrows(IllegalArgumentException.class, () -> new Rotation(0.9f, 0, 512));
        assertThrows(IllegalArgumentException.class, () -> new Rotation(0.9f, 10, 0));
    }
}
