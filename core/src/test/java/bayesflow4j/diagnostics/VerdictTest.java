package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static Verdict verdict(ConjugateToy.Claim claim, long seed) {
        return Verdict.of(
                ConjugateToy.recovery(300, 200, new Seed(seed), claim), Contraction.empirical(), new Seed(seed));
    }

    @Test
    void everyKindOfErrorGetsItsOwnWord() {
        assertWord(Calibration.WELL_CALIBRATED, Verdict.Grade.GOOD, ConjugateToy.EXACT);
        assertWord(Calibration.OVER_CONFIDENT, Verdict.Grade.POOR, ConjugateToy.NARROW);
        assertWord(Calibration.UNDER_CONFIDENT, Verdict.Grade.POOR, ConjugateToy.WIDE);
        assertWord(Calibration.BIASED, Verdict.Grade.POOR, ConjugateToy.SHIFTED);
    }

    private static void assertWord(Calibration word, Verdict.Grade grade, ConjugateToy.Claim claim) {
        Verdict verdict = verdict(claim, 1);
        for (Finding finding : verdict.findings()) assertEquals(word, finding.calibration(), finding.toString());
        assertEquals(grade, verdict.grade());
    }

    /** Large shifts reach the end of the ranks, which narrows them: they must still be called biased. */
    @Test
    void grossErrorsKeepTheirWord() {
        assertWord(Calibration.BIASED, Verdict.Grade.POOR, (m, sd, rng) -> m - 4 * sd + sd * rng.nextGaussian());
        assertWord(Calibration.OVER_CONFIDENT, Verdict.Grade.POOR, (m, sd, rng) -> m + sd * rng.nextGaussian() / 50);
    }

    @Test
    void sentencesSayWhatAndHowMuch() {
        Finding narrow = verdict(ConjugateToy.NARROW, 1).findings().getFirst();
        assertEquals(1 / 0.6, narrow.spread(), 0.2);
        String sentence = narrow.calibrationSentence("μ");
        assertTrue(sentence.startsWith("μ is over-confident: its posteriors are 1."), sentence);
        assertTrue(sentence.contains("p < 0.0001"), sentence);
        Finding shifted = verdict(ConjugateToy.SHIFTED, 1).findings().getFirst();
        assertEquals(-1, shifted.bias(), 0.2);
        assertTrue(shifted.calibrationSentence("μ").contains("lie too high, by "), shifted.toString());
        String claim = narrow.information().sentence("μ");
        assertTrue(
                claim.startsWith("Its posteriors claim more than they know: they are narrow enough to explain 9"),
                claim);
        String exact = verdict(ConjugateToy.EXACT, 1)
                .findings()
                .getFirst()
                .information()
                .sentence("μ");
        assertTrue(exact.startsWith("The data say much about μ"), exact);
    }

    /** Ranks end at the number of draws; the factor in the sentence does not. */
    @Test
    void aFactorOfTwoHundredIsCalledSome200() {
        Finding narrow = verdict((m, sd, rng) -> m + sd * rng.nextGaussian() / 200, 1)
                .findings()
                .getFirst();
        assertEquals(200, narrow.spread(), 40);
        assertTrue(narrow.calibrationSentence("μ").contains(" times too narrow; 90 % intervals contain the truth in "));
        assertTrue(narrow.calibrationSentence("μ").contains("% of the truths lie beyond all draws"));
    }

    @Test
    void aPosteriorThatIgnoresTheDataPassesRanksButIsSaidToTellNothing() {
        for (Finding finding : verdict(ConjugateToy.PRIOR, 1).findings()) {
            assertEquals(Calibration.WELL_CALIBRATED, finding.calibration());
            assertFalse(finding.information().found());
            assertTrue(finding.information()
                    .sentence("μ")
                    .startsWith("There is no evidence that these posteriors know more about μ"));
        }
    }

    /** The same posterior, with a statistic of the data at hand: here x itself, from which the truth is known to ±½. */
    @Test
    void aPosteriorThatIgnoresTheDataIsCaughtWhenTheDataAreThere() {
        double[] x = new double[300];
        double[][] truth = new double[300][1];
        List<Draws> exact = new ArrayList<>();
        List<Draws> prior = new ArrayList<>();
        for (int k = 0; k < 300; k++) {
            RandomGenerator rng = new Seed(71).stream(k);
            truth[k][0] = rng.nextGaussian();
            x[k] = truth[k][0] + 0.5 * rng.nextGaussian();
            exact.add(draws(rng, 0.8 * x[k], Math.sqrt(0.2)));
            prior.add(draws(rng, 0, 1));
        }
        DataStatistics statistics = new DataStatistics(List.of(x));
        Finding good = verdict(truth, exact, statistics);
        assertEquals(Calibration.WELL_CALIBRATED, good.calibration());
        Finding bad = verdict(truth, prior, statistics);
        assertEquals(Calibration.WASTEFUL, bad.calibration());
        assertEquals(0.8, bad.predictable(), 0.06);
        assertTrue(bad.calibrationSentence("μ").contains("ignore part of the information"));
        assertEquals("off for some data sets", bad.words());
    }

    private static Draws draws(RandomGenerator rng, double mean, double sd) {
        double[] values = new double[200];
        for (int l = 0; l < values.length; l++) values[l] = mean + sd * rng.nextGaussian();
        return Draws.of(List.of("mu"), values);
    }

    private static Finding verdict(double[][] truth, List<Draws> draws, DataStatistics statistics) {
        Recovery recovery = Recovery.of(List.of("mu"), truth, draws);
        return Verdict.of(recovery, statistics, Contraction.empirical(), new Seed(1))
                .findings()
                .getFirst();
    }

    /** Without the data, the draws themselves must tell: means that follow the data too little, in a width that fits. */
    @Test
    void posteriorsThatUseTooLittleOfTheDataAreCaughtFromTheDrawsAlone() {
        ConjugateToy.Claim timid = (m, sd, rng) -> 0.4 * m + Math.sqrt(0.2 + 0.36 * 0.8) * rng.nextGaussian();
        Finding finding = verdict(timid, 1).findings().getFirst();
        assertEquals(Calibration.WASTEFUL, finding.calibration(), finding.toString());
        assertFalse(finding.slight());
    }

    @Test
    void narrowPosteriorsInTheWrongPlaceAreSaidNotToFollowTheTruth() {
        Finding finding =
                verdict((m, sd, rng) -> 0.1 * rng.nextGaussian(), 1).findings().getFirst();
        assertTrue(finding.information().sentence("μ").contains("do not follow the truth"));
    }

    @Test
    void smallDeviationsAreCalledSlightWhenManyDataSetsReveal() {
        Recovery recovery =
                ConjugateToy.recovery(4000, 100, new Seed(1), (m, sd, rng) -> m + 0.92 * sd * rng.nextGaussian());
        Verdict verdict = Verdict.of(recovery, Contraction.empirical(), new Seed(1));
        assertEquals("slightly over-confident", verdict.findings().getFirst().words());
        assertEquals(Verdict.Grade.FAIR, verdict.grade());
    }

    /** 300 checks of exact posteriors at 1 %: 3 expected, and 11 or more come once in 3000 times. */
    @Test
    void exactPosteriorsAreBlamedNoMoreOftenThanStated() {
        long blamed = IntStream.range(0, 300)
                .filter(i -> Verdict.of(
                                        ConjugateToy.recovery(100, 50, new Seed(1000 + i), ConjugateToy.EXACT),
                                        Contraction.empirical(),
                                        new Seed(i))
                                .grade()
                        != Verdict.Grade.GOOD)
                .count();
        assertTrue(blamed <= 10, "blamed " + blamed);
    }

    /** Without correction for their number, 61 tests at 1 % blame someone in almost every second check. */
    @Test
    void holmTakesTheNumberOfTestsIntoAccount() {
        double[] adjusted = Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005});
        // By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and 0.04 may not fall below its predecessor.
        List<Double> expected = List.of(0.03, 0.06, 0.06, 0.02);
        List<Double> actual = new ArrayList<>();
        for (double p : adjusted) actual.add(Math.round(p * 1e12) / 1e12);
        assertEquals(expected, actual);
    }

    @Test
    void thePowerIsStated() {
        assertTrue(verdict(ConjugateToy.EXACT, 1).power().startsWith("With 300 data sets a bias of 0.2"));
    }
}
