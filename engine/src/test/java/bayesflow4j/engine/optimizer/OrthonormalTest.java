package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.layer.Laws;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrthonormalTest {
    private static float[] random(int k) {
        int stride = Kernels.padded(k);
        float[] p = new float[k * stride];
        float[] normal = Laws.normal(k * k, 1, Laws.random(k));
        // Columns of very different length, as those of a matrix times its eigenvectors.
        for (int i = 0; i < k; i++)
            for (int j = 0; j < k; j++) p[i * stride + j] = normal[i * k + j] * (float) Math.pow(10, -6.0 * j / k);
        return p;
    }

    private static double dot(float[] a, int i, float[] b, int j, int k) {
        double sum = 0;
        int stride = Kernels.padded(k);
        for (int r = 0; r < k; r++) sum += (double) a[r * stride + i] * b[r * stride + j];
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 16, 17, 33, 64, 100})
    void columnsAreOrthonormalAndEachSpansWithThoseBeforeWhatItDid(int k) {
        for (Kernels kernels : new Kernels[] {Kernels.best(), Kernels.plain()}) {
            float[] before = random(k);
            float[] q = before.clone();
            assertTrue(new Orthonormal(kernels).columns(k, q));
            for (int i = 0; i < k; i++)
                for (int j = 0; j <= i; j++) assertEquals(i == j ? 1 : 0, dot(q, i, q, j, k), 2e-6, i + ", " + j);
            for (int j = 0; j < k; j++) {
                double length = Math.sqrt(dot(before, j, before, j, k));
                for (int i = j + 1; i < k; i++) assertEquals(0, dot(q, i, before, j, k) / length, 2e-6);
                assertTrue(dot(q, j, before, j, k) > 0, "column " + j + " turned round");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 20})
    void aMatrixWithoutABasisIsRefused(int k) {
        float[] p = random(k);
        for (int r = 0; r < k; r++) p[r * Kernels.padded(k) + k - 1] = 0;
        assertFalse(new Orthonormal(Kernels.best()).columns(k, p));
        p[k - 1] = Float.NaN;
        assertFalse(new Orthonormal(Kernels.best()).columns(k, p));
    }
}
