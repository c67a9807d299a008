package bayesflow4j.hypotheses;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.diagnostics.DataStatistics;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonVerdictTest {
    private static final List<String> MODELS = List.of("a", "b", "c");

    /** Data sets whose model is drawn from known probabilities; the comparison gives the known ones to a power. */
    private static ModelRecovery recovery(int dataSets, double power, double bias, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        int[] truth = new int[dataSets];
        double[][] given = new double[dataSets][];
        for (int k = 0; k < dataSets; k++) {
            double[] logits = {2 * rng.nextGaussian(), 2 * rng.nextGaussian(), 2 * rng.nextGaussian()};
            double[] exact = softmax(logits);
            double u = rng.nextDouble();
            while (truth[k] < 2 && (u -= exact[truth[k]]) >= 0) truth[k]++;
            for (int j = 0; j < 3; j++) logits[j] *= power;
            logits[0] += bias;
            given[k] = softmax(logits);
        }
        return new ModelRecovery(MODELS, truth, given);
    }

    private static double[] softmax(double[] logits) {
        double[] p = new double[logits.length];
        double sum = 0;
        for (int j = 0; j < p.length; j++) sum += p[j] = Math.exp(logits[j]);
        for (int j = 0; j < p.length; j++) p[j] /= sum;
        return p;
    }

    /** Twelve verdicts with an error rate of 0.01 each: three or more fail with probability 0.0002. */
    @Test
    void exactProbabilitiesAreTrusted() {
        int failed = 0;
        for (int seed = 0; seed < 12; seed++)
            if (ComparisonTests.run(recovery(400, 1, 0, seed), new Seed(seed)).grade() != Verdict.Grade.GOOD) failed++;
        assertTrue(failed < 3, failed + " of 12");
    }

    @Test
    void probabilitiesThatAreTooSureOrTooCautiousAreFound() {
        ComparisonVerdict sure = ComparisonTests.run(recovery(1000, 2, 0, 1), new Seed(1));
        assertEquals(Verdict.Grade.POOR, sure.grade());
        assertEquals(2, sure.sharpness(), 0.3);
        assertTrue(
                sure.sentences().getFirst().contains("too sure"),
                sure.sentences().toString());
        ComparisonVerdict cautious = ComparisonTests.run(recovery(1000, 0.5, 0, 1), new Seed(1));
        assertEquals(Verdict.Grade.POOR, cautious.grade());
        assertTrue(
                cautious.sentences().getFirst().contains("too cautious"),
                cautious.sentences().toString());
    }

    @Test
    void aModelThatIsJudgedTooProbableIsNamed() {
        ComparisonVerdict biased = ComparisonTests.run(recovery(1000, 1, 1, 1), new Seed(1));
        assertNotEquals(Verdict.Grade.GOOD, biased.grade());
        assertTrue(
                biased.sentences().stream().anyMatch(s -> s.startsWith("a is judged too probable")),
                biased.sentences().toString());
    }

    /**
     * A coin that is fair or shows heads with probability 0.7, and a comparison that reads only the first tosses: what it says is
     * calibrated, but the number of heads tells more. One that reads all is trusted; error rate 0.01.
     */
    @Test
    void calibratedProbabilitiesThatIgnoreDataAreNotTrusted() {
        ComparisonVerdict lossy = tossed(4);
        assertEquals(Verdict.Grade.FAIR, lossy.grade(), lossy.sentences().toString());
        assertTrue(lossy.headline().contains("calibrated but not sharp"), lossy.headline());
        assertTrue(lossy.sharpnessPValue() > 0.01 && lossy.shapePValue() > 0.01);
        assertTrue(
                lossy.sentences().stream().anyMatch(s -> s.startsWith("The data tell more than the probabilities")),
                lossy.sentences().toString());
        ComparisonVerdict whole = tossed(40);
        assertEquals(Verdict.Grade.GOOD, whole.grade(), whole.sentences().toString());
        assertTrue(whole.headline().endsWith("no statistic of the data tells more."), whole.headline());
        assertEquals(5, whole.tests());
        String untested =
                ComparisonTests.run(recovery(400, 1, 0, 1), new Seed(1)).headline();
        assertTrue(untested.contains("was not tested"), untested);
    }

    private static ComparisonVerdict tossed(int read) {
        RandomGenerator rng = new Seed(9).stream(0);
        int[] truth = new int[500];
        double[][] given = new double[500][];
        List<Observations> data = new ArrayList<>();
        for (int k = 0; k < 500; k++) {
            truth[k] = rng.nextInt(2);
            double[] x = new double[40];
            double odds = 1;
            for (int i = 0; i < 40; i++) {
                x[i] = rng.nextDouble() < (truth[k] == 0 ? 0.5 : 0.7) ? 1 : 0;
                if (i < read) odds *= (x[i] == 1 ? 0.7 : 0.3) / 0.5;
            }
            given[k] = new double[] {1 / (1 + odds), odds / (1 + odds)};
            data.add(Observations.of(x));
        }
        return ComparisonTests.run(
                new ModelRecovery(List.of("fair", "bent"), truth, given),
                DataStatistics.of(data, DataKind.SET),
                new Seed(1));
    }

    /** What the file of a comparison keeps is what infer says: never checked, passed or failed. */
    @Test
    void aCheckIsRememberedInWords() {
        Provenance made =
                new Provenance("comparison", "a | b", false, "1", 1, 64_000, 0, 75, Instant.EPOCH, Optional.empty());
        ComparisonStanding never = new ComparisonStanding(made, Optional.empty());
        assertEquals(Verdict.Grade.FAIR, never.grade());
        assertTrue(never.checked().contains("never checked"), never.checked());
        ComparisonStanding passed = new ComparisonStanding(made, kept(recovery(400, 1, 0, 1)));
        assertTrue(passed.passed(), passed.checked());
        ComparisonStanding failed = new ComparisonStanding(made, kept(recovery(1000, 2, 0, 1)));
        assertEquals(Verdict.Grade.POOR, failed.grade());
        assertTrue(failed.checked().contains("failed its check on 1000 data sets"), failed.checked());
        assertTrue(failed.checked().contains("too sure"), failed.checked());
    }

    private static Optional<CheckRecord> kept(ModelRecovery recovery) {
        ComparisonVerdict verdict = ComparisonTests.run(recovery, new Seed(1));
        return Optional.of(new ComparisonCheck(recovery, verdict, new TreeMap<>(), new Seed(1)).record(Instant.EPOCH));
    }

    /** Exact over all numbers of rows, but too sure with 40: the worst counts, and the error rate covers all 15 tests. */
    @Test
    void aVerdictOnOneNumberOfRowsCounts() {
        ModelRecovery exact = recovery(400, 1, 0, 1);
        ModelRecovery sure = recovery(1000, 2, 0, 1);
        List<ComparisonVerdict> verdicts = ComparisonTests.run(Stream.of(exact, recovery(400, 1, 0, 2), sure)
                .map(group -> ComparisonTests.of(group, DataStatistics.none(), new Seed(1)))
                .toList());
        double alone = ComparisonTests.run(sure, new Seed(1)).sharpnessPValue();
        assertEquals(3 * alone, verdicts.get(2).sharpnessPValue(), 1e-12, "of 15 tests, not of 5");
        ComparisonCheck check = new ComparisonCheck(
                exact, verdicts.get(0), new TreeMap<>(Map.of(20, verdicts.get(1), 40, verdicts.get(2))), new Seed(1));
        assertEquals(Verdict.Grade.GOOD, check.verdict().grade());
        assertEquals(Verdict.Grade.POOR, check.grade());
        assertTrue(check.headline().startsWith("With 40 rows: Do not trust"), check.headline());
        assertTrue(check.power().contains("any of the 15 tests"), check.power());
        CheckRecord record = check.record(Instant.EPOCH);
        assertEquals(Verdict.Grade.POOR, record.grade());
        assertTrue(
                record.faults().contains("too sure with 40 rows"),
                record.faults().toString());
        String json = check.json().replaceAll("\\s+", " ");
        assertTrue(json.contains("\"observations\" : 40, \"data_sets\" : 1000, \"grade\" : \"poor\""), json);
        assertTrue(json.contains("\"grade\" : \"poor\", \"headline\" : \"With 40 rows"), json);
    }

    /** A count of a resample is binomial: its standard error is √(n p (1 − p)), here within a quarter. */
    @Test
    void countsOfTheConfusionMatrixHaveErrors() {
        ModelRecovery recovery = recovery(1000, 1, 0, 1);
        Estimate right = recovery.confusion(new Seed(1))[0][0];
        assertEquals(recovery.confusion()[0][0], right.mean());
        double share = right.mean() / 1000;
        assertEquals(1, right.se() / Math.sqrt(1000 * share * (1 - share)), 0.25);
    }

    @Test
    void scoresAreThoseOfTheFormulas() {
        ModelRecovery two =
                new ModelRecovery(List.of("a", "b"), new int[] {0, 1}, new double[][] {{0.75, 0.25}, {0.6, 0.4}});
        assertEquals((2 * 0.0625 + 2 * 0.36) / 2, two.brier(), 1e-12);
        assertEquals(-(Math.log(0.75) + Math.log(0.4)) / 2, two.logLoss(), 1e-12);
        assertEquals(0.5, two.accuracy(), 1e-12);
        assertArrayEquals(new int[] {1, 0}, two.confusion()[0]);
        assertArrayEquals(new int[] {1, 0}, two.confusion()[1]);
        assertEquals((0.25 + 0.6) / 2, two.calibrationError(), 1e-12);
        ModelRecovery many = recovery(300, 1, 0, 3);
        assertEquals(
                many.calibrationError(), ComparisonTests.run(many, new Seed(1)).calibrationError(), 1e-12);
    }
}
