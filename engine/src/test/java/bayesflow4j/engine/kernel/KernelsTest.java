package bayesflow4j.engine.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.layer.Lanes;
import bayesflow4j.engine.layer.Laws;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelsTest {
    private static final Kernels[] BOTH = {Kernels.plain(), new VectorKernels()};

    /** −90 … 90 in steps that hit no round number, and the values where something changes; half a vector of 16 is left over. */
    private static float[] grid() {
        float[] x = new float[16_008];
        for (int i = 0; i < x.length; i++) x[i] = -90.001f + i * 0.01125f;
        float[] special = {0f, -0f, 1f, -1f, 1e-8f, -1e-8f, 1e-20f, -1e-20f, 1e20f, -1e20f, 87f, -87f, 20f, -20f};
        System.arraycopy(special, 0, x, 0, special.length);
        return x;
    }

    private interface InPlace {
        void apply(Kernels kernels, float[] y);
    }

    /** The function to the given error, absolute below 1 and relative above, and the same bits from both kernels. */
    private static void elementary(InPlace kernel, DoubleUnaryOperator truth, double error) {
        float[] x = grid();
        float[][] y = {x.clone(), x.clone()};
        for (int i = 0; i < 2; i++) kernel.apply(BOTH[i], y[i]);
        for (int i = 0; i < x.length; i++) {
            double expected = truth.applyAsDouble(x[i]);
            assertEquals(expected, y[0][i], error * Math.max(1, Math.abs(expected)), "at " + x[i]);
        }
        assertArrayEquals(y[0], y[1], "plain and vector kernels");
        for (Kernels kernels : BOTH) {
            // Of either sign: what a processor makes of ∞ − ∞ may be negative.
            float[] nothing = new float[8];
            nothing[3] = Float.NaN;
            nothing[5] = Float.intBitsToFloat(Float.floatToRawIntBits(Float.NaN) | 1 << 31);
            kernel.apply(kernels, nothing);
            assertTrue(Float.isNaN(nothing[3]) && Float.isNaN(nothing[5]), "NaN must stay NaN with " + kernels.name());
        }
    }

    @Test
    void elu() {
        elementary((k, y) -> k.activate(Activation.ELU, y, 0, y.length), x -> x > 0 ? x : Math.expm1(x), 1.5e-7);
    }

    @Test
    void tanh() {
        elementary((k, y) -> k.activate(Activation.TANH, y, 0, y.length), Math::tanh, 2.5e-7);
    }

    /** The output gate of an LSTM. */
    @Test
    void logistic() {
        elementary(
                (k, y) -> {
                    int h = y.length;
                    float[] gates = new float[4 * h];
                    System.arraycopy(y, 0, gates, 3 * h, h);
                    k.lstmCell(1, h, gates, 0, 4 * h, new float[h], 0, new float[h], new float[h], new float[h], 0);
                    System.arraycopy(gates, 3 * h, y, 0, h);
                },
                x -> 1 / (1 + Math.exp(-x)),
                1.5e-7);
    }

    @Test
    void relu() {
        elementary((k, y) -> k.activate(Activation.RELU, y, 0, y.length), x -> Math.max(x, 0), 0);
    }

    @Test
    void exp() {
        elementary((k, y) -> k.exp(y, 0, y.length), x -> Math.exp(Math.clamp(x, -87, 87)), 2.5e-7);
    }

    @Test
    void softClamp() {
        double a = 1.9;
        elementary((k, y) -> k.softClamp(1.9f, y, 0, y.length), x -> 2 * a / Math.PI * Math.atan(x / a), 3e-7);
    }

    /** For one row of dy that is shown to all, for rows without a gap, and for rows with one. */
    @ParameterizedTest
    @CsvSource({"0", "24", "29"})
    void derivativesAreThoseOfTheFunctions(int dyRow) {
        int m = 5;
        int n = 24;
        float[] dy = Laws.normal(m * 29, 1, Laws.random(7));
        for (Activation activation : Activation.values()) {
            float[] y = Laws.normal(m * n + 1, 1, Laws.random(8));
            BOTH[0].activate(activation, y, 0, y.length);
            float[][] dx = {new float[m * n], new float[m * n]};
            for (int i = 0; i < 2; i++) BOTH[i].activateBackward(activation, m, n, dy, 0, dyRow, y, 1, dx[i], 0);
            assertArrayEquals(dx[0], dx[1], "plain and vector kernels, " + activation);
            for (int i = 0; i < m * n; i++) {
                double v = y[1 + i];
                double slope = switch (activation) {
                    case LINEAR -> 1;
                    case ELU -> v > 0 ? 1 : v + 1;
                    case RELU -> v > 0 ? 1 : 0;
                    case TANH -> 1 - v * v;
                };
                assertEquals(slope * dy[i / n * dyRow + i % n], dx[0][i], 1e-6, activation + " at " + i);
            }
        }
    }

    /** Every remainder of the micro-kernels, all storage forms of B and C, and accumulation. */
    @ParameterizedTest
    @CsvSource({
        "1,8,1",
        "1,16,3",
        "2,24,5",
        "3,8,64",
        "5,40,7",
        "6,16,2",
        "13,64,9",
        "16,8,33",
        "19,48,1",
        "48,64,64",
        "7,136,5"
    })
    void productsAreTheFormula(int m, int n, int k) {
        for (boolean panels : new boolean[] {false, true}) {
            int bRow = panels ? Kernels.PANELS : n + 3;
            int cRow = panels ? Kernels.PANELS : n + 5;
            float[] a = Laws.normal(m * (k + 2), 1, Laws.random(1));
            float[] b = Laws.normal(k * (n + 3), 1, Laws.random(2));
            float[] start = Laws.normal(m * (n + 5), 1, Laws.random(3));
            float[][] c = {start.clone(), start.clone()};
            for (int i = 0; i < 2; i++)
                BOTH[i].multiply(m, n, k, a, 1, k + 2, 1, b, 0, bRow, c[i], 0, cRow, c[i], 0, cRow);
            assertArrayEquals(c[0], c[1], "plain and vector kernels");
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    int at = panels ? Kernels.panelIndex(m, n, i, j) : i * cRow + j;
                    double sum = start[at];
                    for (int l = 0; l < k; l++)
                        sum += (double) a[1 + i * (k + 2) + l]
                                * b[panels ? Kernels.panelIndex(k, n, l, j) : l * bRow + j];
                    assertEquals(sum, c[0][at], 1e-5 * Math.sqrt(k) * 3, "C(" + i + ", " + j + ")");
                }
        }
    }

    /** Widths of a part of a panel, of one and of more, and no feature beyond the padding is touched. */
    @ParameterizedTest
    @CsvSource({"1,1", "3,64", "8,3", "12,70", "64,64", "67,5", "136,9"})
    void productsByColumnsAreThoseByRows(int n, int k) {
        int width = Kernels.padded(n);
        float[] w = Laws.normal(k * width + 2, 1, Laws.random(1));
        float[] b = Laws.normal(width + 1, 1, Laws.random(2));
        float[] x = Laws.normal(k * Lanes.ROWS + 3, 1, Laws.random(3));
        float[] rows = new float[Lanes.ROWS * width];
        BOTH[0].multiply(Lanes.ROWS, width, k, x, 3, 1, Lanes.ROWS, w, 2, Kernels.PANELS, rows, 0, width, b, 1, 0);
        for (Kernels kernels : BOTH) {
            float[] y = new float[5 + width * Lanes.ROWS + 1];
            kernels.multiplyLanes(n, k, w, 2, b, 1, x, 3, y, 5);
            for (int j = 0; j < n; j++)
                for (int i = 0; i < Lanes.ROWS; i++)
                    assertEquals(rows[i * width + j], y[5 + j * Lanes.ROWS + i], kernels.name() + " " + i + ", " + j);
            for (int i = 0; i < 5; i++) assertEquals(0, y[i], kernels.name());
            assertEquals(0, y[y.length - 1], kernels.name());
        }
    }

    /** Every element is in its place, and nothing beside the matrix is touched. */
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 64", "64, 3", "8, 8", "16, 24", "7, 9", "23, 17"})
    void transposeExchangesRowsAndColumns(int rows, int columns) {
        int fromRow = columns + 3;
        int toRow = rows + 2;
        float[] from = Laws.normal(rows * fromRow + 5, 1, Laws.random(6));
        for (Kernels kernels : BOTH) {
            float[] to = new float[columns * toRow + 5];
            kernels.transpose(rows, columns, from, 4, fromRow, to, 2, toRow);
            float[] expected = new float[to.length];
            for (int i = 0; i < rows; i++)
                for (int j = 0; j < columns; j++) expected[2 + j * toRow + i] = from[4 + i * fromRow + j];
            assertArrayEquals(expected, to, kernels.name());
        }
    }

    @Test
    void sumsOfSquaresAreTheSumAndAgree() {
        float[] g = Laws.normal(16 * 203, 1, Laws.random(4));
        double expected = 0;
        for (int i = 16; i < g.length; i++) expected += (double) g[i] * g[i];
        assertEquals(expected, BOTH[0].sumOfSquares(g, 16, g.length), 1e-5 * expected);
        assertEquals(BOTH[0].sumOfSquares(g, 16, g.length), BOTH[1].sumOfSquares(g, 16, g.length));
    }

    /** Two steps on the middle of arrays, against the textbook recursion in double precision. */
    @Test
    void adamIsTheTextbooks() {
        Adam adam = Adam.DEFAULT.withWeightDecay(0.01f);
        float[] start = Laws.normal(64, 1, Laws.random(5));
        float[][] w = {start.clone(), start.clone()};
        double[] truth = Laws.doubles(start);
        double[] m = new double[64];
        double[] v = new double[64];
        float[][] ms = new float[2][64];
        float[][] vs = new float[2][64];
        for (int step = 1; step <= 2; step++) {
            float[] g = Laws.normal(64, 1, Laws.random(5 + step));
            float c1 = (float) (1 / (1 - Math.pow(0.9, step)));
            float c2 = (float) (1 / (1 - Math.pow(0.999, step)));
            for (int i = 0; i < 2; i++) BOTH[i].adam(w[i], g, ms[i], vs[i], 16, 48, 0.5f, adam, 0.1f, c1, c2);
            for (int i = 16; i < 48; i++) {
                double gradient = 0.5 * g[i];
                m[i] = 0.9 * m[i] + 0.1 * gradient;
                v[i] = 0.999 * v[i] + 0.001 * gradient * gradient;
                double change =
                        m[i] / (1 - Math.pow(0.9, step)) / (Math.sqrt(v[i] / (1 - Math.pow(0.999, step))) + 1e-7);
                truth[i] -= 0.1 * (change + 0.01 * truth[i]);
            }
        }
        for (int i = 0; i < 64; i++) assertEquals(truth[i], w[0][i], 2e-5);
        assertArrayEquals(w[0], w[1], "plain and vector kernels");
    }

    @Test
    void theChoiceCanBeAskedFor() {
        assertEquals("plain", KernelChoice.choose("plain").name());
        assertTrue(KernelChoice.choose("vector").name().startsWith("vector"));
        assertTrue(KernelChoice.choose("").name().startsWith("vector"));
        assertThrows(IllegalArgumentException.class, () -> KernelChoice.choose("fast"));
    }
}
