package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** MMD and KL. */
class DiscrepancyTest {
    /** By numpy 2.4.6 from all pairs and all 19 kernels, without a table. */
    @Test
    void mmdAgreesWithNumpy() {
        float[] x = new float[24];
        float[] y = new float[18];
        for (int i = 0; i < 12; i++) for (int c = 0; c < 2; c++) x[2 * i + c] = (float) Golden.h(i, 1, c);
        for (int i = 0; i < 9; i++) {
            y[2 * i] = (float) (Golden.h(i, 2, 0) + 0.3);
            y[2 * i + 1] = (float) (2 * Golden.h(i, 2, 1));
        }
        assertEquals(1.2096051466586601, Mmd.paper().of(x, y, 2), 1e-9);
        assertEquals(0, Mmd.paper().of(x, x, 2), 1e-12);
        assertEquals(Mmd.paper().of(y, x, 2), Mmd.paper().of(x, y, 2), 1e-12);
    }

    @Test
    void theTableOfKernelsAgreesWithTheSum() {
        double[] sigmas = {1e-3, 0.1, 5, 1e4};
        KernelSum table = KernelSum.of(sigmas);
        RandomGenerator rng = new Seed(9).stream(0);
        for (int i = 0; i < 100_000; i++) {
            double d = i == 0 ? 0 : Math.exp(60 * rng.nextDouble() - 45);
            double sum = 0;
            for (double sigma : sigmas) sum += Math.exp(-d / (2 * sigma));
            assertEquals(sum, table.value(d), 1e-10);
        }
    }

    @Test
    void mmdTellsTooNarrowTooWideAndShiftedDataFromTheirOwnKind() {
        float[] data = normal(1, 0, 1);
        double same = Mmd.paper().of(data, normal(2, 0, 1), 1);
        assertTrue(Mmd.paper().of(data, normal(3, 0, 0.5), 1) > 3 * same);
        assertTrue(Mmd.paper().of(data, normal(3, 0, 2), 1) > 3 * same);
        assertTrue(Mmd.paper().of(data, normal(3, 0.5, 1), 1) > 3 * same);
    }

    private static float[] normal(int index, double mean, double sd) {
        RandomGenerator rng = new Seed(31).stream(index);
        float[] values = new float[400];
        for (int i = 0; i < values.length; i++) values[i] = (float) (mean + sd * rng.nextGaussian());
        return values;
    }

    /** By numpy 2.4.6 with np.linalg.inv and np.linalg.det. */
    @Test
    void gaussianDivergenceAgreesWithNumpy() {
        Gaussian p =
                new Gaussian(new double[] {.1, -.2, .3}, new double[][] {{2, .3, .1}, {.3, 1, -.2}, {.1, -.2, .5}});
        Gaussian q =
                new Gaussian(new double[] {0, .4, -.1}, new double[][] {{1.5, -.1, .2}, {-.1, .8, .05}, {.2, .05, .9}});
        assertEquals(0.5772582114789948, p.divergenceTo(q), 1e-12);
        assertEquals(0, p.divergenceTo(p), 1e-12);
    }

    /**
     * q is N(0, I) narrowed, widened or shifted; the closed form says what the mean of log p − log q must be, within five
     * standard errors (false alarm once in two million). The covariance figure is biased upward by 0.0013 for 2000 draws.
     */
    @Test
    void bothDivergencesSeeEveryKindOfError() {
        double[][] kinds = {{0, 1}, {0, 0.6}, {0, 1.6}, {0.7, 1}};
        Draws exact = draws(0, 1);
        Gaussian p = gaussian(0, 1);
        for (double[] kind : kinds) {
            Gaussian q = gaussian(kind[0], kind[1]);
            Estimate unbiased = logRatio(exact, kind[0], kind[1]);
            assertEquals(p.divergenceTo(q), unbiased.mean(), 5 * unbiased.se() + 1e-12);
            assertEquals(p.divergenceTo(q), p.divergenceTo(Gaussian.of(draws(kind[0], kind[1]))), 0.1);
            if (kind != kinds[0]) assertTrue(unbiased.mean() > 0.2, "got " + unbiased);
        }
    }

    private static Gaussian gaussian(double mean, double sd) {
        return new Gaussian(new double[] {mean, mean}, new double[][] {{sd * sd, 0}, {0, sd * sd}});
    }

    private static Draws draws(double mean, double sd) {
        RandomGenerator rng = new Seed(17).stream(0);
        double[] values = new double[4000];
        for (int i = 0; i < values.length; i++) values[i] = mean + sd * rng.nextGaussian();
        return Draws.of(List.of("a", "b"), values);
    }

    /** The mean of log p − log q over draws of p = N(0, I). */
    private static Estimate logRatio(Draws draws, double mean, double sd) {
        double[] ratios = new double[draws.count()];
        for (int l = 0; l < ratios.length; l++)
            for (double value : draws.row(l))
                ratios[l] += 0.5 * Math.pow((value - mean) / sd, 2) + Math.log(sd) - 0.5 * value * value;
        return Estimate.ofMean(ratios);
    }

    @Test
    void mistakesAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> Mmd.paper().of(new float[3], new float[2], 2));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Gaussian.of(Draws.of(List.of("a", "b"), new double[] {1, 2, 1, 3}))
                                .divergenceTo(gaussian(0, 1)))
                .getMessage();
        assertTrue(message.contains("positive definite"), message);
    }
}
