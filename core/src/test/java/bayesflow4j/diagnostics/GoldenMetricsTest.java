package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All numbers here were computed by numpy 2.4.6 and scipy 1.17.1 from the formulas in FACTS, with np.quantile. */
class GoldenMetricsTest {
    private final Recovery recovery = Golden.recovery();

    @Test
    void metricsAgreeWithNumpy() {
        agree(new Nrmse(), 0.06506861, 0.06234708);
        agree(new RSquared(), 0.95131195, 0.94880757);
        agree(new CalibrationError(), 0.07, 0.365);
        agree(new Coverage(0.5), 0.65, 1);
        agree(new Coverage(0.9), 0.95, 1);
        agree(Contraction.empirical(), 0.93812849, -0.17903186);
        agree(new ZScore(), 0.33778827, 0.06592772);
        agree(new ZScoreSpread(), 0.82009418, 0.20003198);
        agree(new PosteriorSd(), 0.28732658, 0.28996199);
    }

    private void agree(Metric metric, double... expected) {
        assertArrayEquals(expected, metric.of(recovery), 1e-8, metric.name());
    }

    @Test
    void ranksAgreeWithNumpy() {
        int[] ranks = recovery.ranks(0).resolved(new Seed(1));
        assertArrayEquals(new int[] {32, 35, 16, 13, 6, 20, 5, 6}, Arrays.copyOf(ranks, 8));
        assertEquals(817, Arrays.stream(ranks).sum());
        assertEquals(979, Arrays.stream(recovery.ranks(1).below()).sum());
    }

    @Test
    void normalTailsAndQuantilesAgreeWithScipy() {
        double[] z = {0.5, 2, 3.9, 4.1, 8};
        double[] tail = {
            0.3085375387259869,
            0.022750131948179195,
            4.8096344017602614e-05,
            2.0657506912546717e-05,
            6.22096057427174e-16
        };
        for (int i = 0; i < z.length; i++) assertEquals(1, StandardNormal.upperTail(z[i]) / tail[i], 1e-9);
        assertEquals(0.2533471031357997, StandardNormal.quantile(0.6), 1e-12);
        assertEquals(3.719016485455709, StandardNormal.quantile(0.9999), 1e-9);
        assertEquals(-2.3263478740408408, StandardNormal.quantile(0.01), 1e-12);
    }

    /** scipy.special.betainc. */
    @Test
    void theIncompleteBetaFunctionAgreesWithScipy() {
        assertEquals(1, IncompleteBeta.of(0.9, 148.5, 1) / 1.6032920966458615e-07, 1e-10);
        assertEquals(1, IncompleteBeta.of(0.2, 140, 9.5) / 4.122574056922361e-86, 1e-9);
        assertEquals(1, IncompleteBeta.of(0.95, 3.5, 0.5) / 0.5630278036985401, 1e-10);
        assertEquals(0, IncompleteBeta.of(0, 3, 2));
        assertEquals(1, IncompleteBeta.of(1, 3, 2));
    }

    /** A truth that equals draws lies inside of every interval that their quantiles touch. */
    @Test
    void tiesCountAsInside() {
        Marginal tied = Marginal.of(2, Draws.of(List.of("a"), new double[] {1, 2, 2, 2, 3}), 0);
        assertEquals(1, tied.below());
        assertEquals(3, tied.equal());
        assertEquals(0, tied.level());
    }
}
