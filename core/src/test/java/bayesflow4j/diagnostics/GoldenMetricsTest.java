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

    /** By scipy.stats.t and scipy.stats.chi2, twice the smaller tail. */
    @Test
    void testsOfNormalScoresAgreeWithScipy() {
        NormalScores scores = NormalScores.of(new int[] {3, 97, 50, 61, 12, 80, 99, 71, 45, 88}, 99);
        assertEquals(0.32396298738475826, scores.locationPValue(), 1e-10);
        assertEquals(0.13561879540842836, scores.spreadPValue(), 1e-10);
    }

    /** scipy.stats.binom. */
    @Test
    void binomialTailsAgreeWithScipy() {
        BinomialTails tails = new BinomialTails(300, 0.07);
        assertEquals(1, tails.lower()[5] / 2.1076181576012926e-05, 1e-11);
        assertEquals(1, tails.upper()[60] / 1.7744536862995394e-13, 1e-11);
        assertArrayEquals(new int[] {11, 33}, tails.central(0.01));
    }

    /** A truth that equals draws is any one of them, by chance. */
    @Test
    void chanceDecidesWhereATiedTruthLies() {
        Draws draws = Draws.of(List.of("a"), new double[] {1, 2, 2, 2, 3});
        Marginal tied = Marginal.of(2, draws, 0, 0.5);
        assertEquals(1, tied.below());
        assertEquals(3, tied.equal());
        assertEquals(0, tied.level());
        assertEquals(0.5, Marginal.of(2, draws, 0, 0).level());
        assertEquals(0.25, Marginal.of(2, draws, 0, 0.75).level(), 1e-12);
    }
}
