package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MmdToTest {
    private static float[] sample(int size, double center, double scale, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        float[] values = new float[size];
        for (int i = 0; i < size; i++) values[i] = (float) (center + scale * rng.nextGaussian());
        return values;
    }

    /** Sizes with and without a rest beyond whole vectors, scales from the narrowest to the widest kernel. */
    @ParameterizedTest
    @CsvSource({
        "500, 500, 1, 1",
        "37, 11, 1, 0.001",
        "1, 1, 1, 1",
        "64, 9, 3, 100",
        "20, 33, 2, 10000",
        "50, 50, 1, 1e-5"
    })
    void itIsTheDiscrepancyInDoublePrecision(int n, int m, int width, double scale) {
        float[] x = sample(n * width, 0, scale, 1);
        float[] y = sample(m * width, 0.5 * scale, 2 * scale, 2);
        assertEquals(Mmd.paper().of(x, y, width), new MmdTo(KernelSum.paper(), x, width).of(y), 1e-4);
    }

    @Test
    void equalSamplesDoNotDiffer() {
        float[] x = sample(300, 1, 0.4, 3);
        assertEquals(0, new MmdTo(KernelSum.paper(), x, 1).of(x), 1e-5);
    }

    @Test
    void incompleteRowsAreRefused() {
        MmdTo mmd = new MmdTo(KernelSum.paper(), new float[4], 2);
        assertThrows(IllegalArgumentException.class, () -> mmd.of(new float[3]));
    }
}
