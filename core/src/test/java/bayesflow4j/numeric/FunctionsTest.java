package bayesflow4j.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

class FunctionsTest {
    @Test
    void expIsWithinOneUnitOfTheLastPlace() {
        RandomGenerator rng = new Seed(1).stream(0);
        for (int i = 0; i < 300_000; i++) {
            double x = (rng.nextDouble() - 0.5) * (i % 3 == 0 ? 1400 : i % 3 == 1 ? 20 : 1e-3);
            double exact = StrictMath.exp(x);
            // StrictMath itself may be off by one.
            assertTrue(Math.abs(Exp.of(x) - exact) <= 2 * Math.ulp(exact), "exp " + x);
        }
    }

    @Test
    void expAtItsEnds() {
        assertEquals(1, Exp.of(0));
        assertEquals(0, Exp.of(-1e6));
        assertEquals(Double.POSITIVE_INFINITY, Exp.of(1e6));
        assertEquals(0, Exp.of(Double.NEGATIVE_INFINITY));
        assertTrue(Double.isNaN(Exp.of(Double.NaN)));
        assertEquals(StrictMath.exp(-740), Exp.of(-740));
    }

    /** Against the library's Φ where it is a number, and by Φ(a) + Φ(−a) = 1. */
    @Test
    void logNormalCdf() {
        NormalDistribution normal = NormalDistribution.of(0, 1);
        for (double a = -37; a <= 8; a += 0.173) {
            double expected =
                    a < 0 ? Math.log(normal.cumulativeProbability(a)) : Math.log1p(-normal.cumulativeProbability(-a));
            assertEquals(expected, LogNormalCdf.of(a), 1e-13 * Math.max(1, Math.abs(expected)), "log Φ(" + a + ")");
            assertEquals(normal.logDensity(a), LogNormalCdf.logDensity(a), 1e-12);
        }
    }

    @Test
    void logNormalCdfAndItsInverse() {
        for (double a = -1e6; a < -1e-3; a /= 1.3)
            assertEquals(a, LogNormalCdf.inverse(LogNormalCdf.of(a)), 1e-12 * Math.max(1, -a));
    }

    @Test
    void choleskySolvesAndMultiplies() {
        double[][] a = {{4, 2, 0.6}, {2, 5, 1}, {0.6, 1, 3}};
        Cholesky factor = Cholesky.of(a);
        double[] x = factor.solve(new double[] {1, 2, 3});
        for (int i = 0; i < 3; i++) assertEquals(i + 1, a[i][0] * x[0] + a[i][1] * x[1] + a[i][2] * x[2], 1e-13);
        assertEquals(Math.log(4 * (15 - 1) - 2 * (6 - 0.6) + 0.6 * (2 - 3)), factor.logDet(), 1e-13);
        double[] z = {0.3, -1, 2};
        double[] back = factor.halfSolve(factor.times(z));
        for (int i = 0; i < 3; i++) assertEquals(z[i], back[i], 1e-14);
        assertEquals(x[1], dot(factor.inverse()[1], new double[] {1, 2, 3}), 1e-13);
        assertThrows(IllegalArgumentException.class, () -> Cholesky.of(new double[][] {{1, 2}, {2, 1}}));
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) sum += a[i] * b[i];
        return sum;
    }
}
