package bayesflow4j.hypotheses;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Batch;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Simulator;
import bayesflow4j.random.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;

class HypothesesTest {
    private static GenerativeModel model(String name, Prior prior, Simulator simulator, int least, int most) {
        return GenerativeModel.of(name, prior, simulator, ObservationCount.between(least, most), DataKind.SET, "x");
    }

    private static Observations constant(double value, int count) {
        double[] x = new double[count];
        java.util.Arrays.fill(x, value);
        return Observations.of(x);
    }

    private static final GenerativeModel ZERO = model("zero", Prior.none(), (θ, n, rng) -> constant(0, n), 5, 20);
    private static final GenerativeModel SHIFTED =
            model("shifted", Prior.of("mu", normal(10, 1)), (θ, n, rng) -> constant(θ[0], n), 10, 30);

    @Test
    void theNumberOfRowsIsCommonToAll() {
        assertEquals(
                ObservationCount.between(10, 20),
                Hypotheses.of(ZERO, SHIFTED).mixture().count());
    }

    /** Five standard errors of 2000 draws: false-alarm rate 1 in a million. */
    @Test
    void theMixtureHasThePriorAndTheDataOfEachModel() {
        GenerativeModel mixture = Hypotheses.of(ZERO, SHIFTED).withPrior(1, 3).mixture();
        SimulationTable drawn = SimulationTable.of(mixture.batches(new Seed(1), 2000, 10));
        double zeros = 0;
        for (int k = 0; k < drawn.size(); k++) {
            boolean zero = drawn.theta().get(k)[0] == 1;
            assertEquals(zero, drawn.x().get(k).at(0, 0) == 0);
            assertEquals(1, drawn.theta().get(k)[0] + drawn.theta().get(k)[1]);
            if (zero) zeros++;
        }
        assertEquals(0.25, zeros / 2000, 5 * Math.sqrt(0.25 * 0.75 / 2000));
    }

    /** A simulator that fails half of the time: 2000 draws, five standard errors, false-alarm rate 1 in a million. */
    @Test
    void aModelThatFailsNowAndThenIsNoLessProbable() {
        GenerativeModel fails = model(
                "fails",
                Prior.none(),
                (θ, n, rng) -> {
                    if (rng.nextBoolean()) throw new IllegalStateException("bad luck");
                    return constant(1, n);
                },
                10,
                10);
        List<Batch> batches = Hypotheses.of(ZERO, fails).mixture().batches(new Seed(2), 2000, 100);
        double share = batches.stream()
                        .flatMap(b -> List.of(b.theta()).stream())
                        .filter(t -> t[1] == 1)
                        .count()
                / 2000.0;
        assertEquals(0.5, share, 5 * Math.sqrt(0.25 / 2000));
        assertTrue(batches.stream().mapToLong(b -> b.failures().count()).sum() > 0);
    }

    private static void assertRefused(String expected, GenerativeModel... models) {
        String message = assertThrows(IllegalArgumentException.class, () -> Hypotheses.of(models))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void modelsOfOtherDataAreRefused() {
        GenerativeModel other = GenerativeModel.of(
                "other", Prior.none(), (θ, n, rng) -> constant(0, n), ObservationCount.exactly(10), DataKind.SET, "y");
        GenerativeModel series = GenerativeModel.of(
                "series",
                Prior.none(),
                (θ, n, rng) -> constant(0, n),
                ObservationCount.exactly(10),
                DataKind.SERIES,
                "x");
        assertRefused("at least two", ZERO);
        assertRefused("different names", ZERO, ZERO);
        assertRefused("same data columns, got [x] of zero and [y] of other", ZERO, other);
        assertRefused("one kind", ZERO, series);
        assertRefused("number of rows", ZERO, SHIFTED.withCount(25));
        assertThrows(
                IllegalArgumentException.class,
                () -> Hypotheses.of(ZERO, SHIFTED).withPrior(1, 2, 3));
        assertThrows(
                IllegalArgumentException.class,
                () -> Hypotheses.of(ZERO, SHIFTED).withPrior(1, 0));
    }

    @Test
    void probabilitiesAreTheMeanOfLogarithmsUnderThePrior() {
        double[][] logs = {{0, Math.log(8)}, {5, 5 + Math.log(2)}};
        ModelProbabilities equal =
                new ModelProbabilities(List.of("a", "b"), List.of(1.0, 1.0), logs, new double[2][0][], new double[0]);
        assertArrayEquals(new double[] {0.2, 0.8}, equal.probabilities(), 1e-12);
        assertEquals(Math.log(4), equal.logBayesFactor(1, 0).mean(), 1e-12);
        assertEquals(Math.log10(4), equal.log10BayesFactor(1, 0).mean(), 1e-12);
        assertEquals(Math.log(4) / Math.sqrt(2), equal.logBayesFactor(1, 0).se(), 1e-12);
        assertArrayEquals(
                new double[] {0.5, 0.5}, equal.withPrior(List.of(4.0, 1.0)).probabilities(), 1e-12);
        assertEquals(
                Math.log(4),
                equal.withPrior(List.of(4.0, 1.0)).logBayesFactor(1, 0).mean(),
                1e-12);
        assertEquals(1, equal.best());
    }

    /** The estimate is that of the classifiers; how far refits are from their own classifiers adds to its standard error. */
    @Test
    void refitsAddToStandardErrorsOnly() {
        double[][] logs = {{0, 3}, {0, 5}};
        double[][][] refitted = {{{1, 4}, {0, 10}}, {{0, 4}, {0, 5}}};
        ModelProbabilities p =
                new ModelProbabilities(List.of("a", "b"), List.of(1.0, 1.0), logs, refitted, new double[0]);
        assertEquals(4, p.logBayesFactor(1, 0).mean(), 1e-12);
        // The variance of 3 and 5 is 2; the changes are 0 and 7 from 3, and −1 and 0 from 5.
        assertEquals(Math.sqrt(2 + 50.0 / 4), p.logBayesFactor(1, 0).se(), 1e-12);
        double changes = Math.pow(logistic(10) - logistic(3), 2) / 4 + Math.pow(logistic(4) - logistic(5), 2) / 4;
        double half = (logistic(5) - logistic(3)) / 2;
        assertEquals(Math.sqrt(2 * half * half + changes), p.standardErrors()[1], 1e-12);
        assertEquals(
                p.logBayesFactor(1, 0).se(),
                p.withPrior(List.of(4.0, 1.0)).logBayesFactor(1, 0).se(),
                1e-12);
    }

    /** Refits that change nothing add nothing, however far the classifiers are apart. */
    @Test
    void theSpreadOfClassifiersIsCountedOnce() {
        double[][] logs = {{0, 3}, {0, 5}};
        double[][][] unchanged = {{{0, 3}, {0, 3}}, {{0, 5}}};
        ModelProbabilities p =
                new ModelProbabilities(List.of("a", "b"), List.of(1.0, 1.0), logs, unchanged, new double[0]);
        assertEquals(Math.sqrt(2), p.logBayesFactor(1, 0).se(), 1e-12);
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new ModelProbabilities(
                                List.of("a", "b"), List.of(1.0, 1.0), logs, new double[1][0][], new double[0]))
                .getMessage();
        assertTrue(message.contains("each of 2 classifiers"), message);
    }

    @Test
    void probabilitiesAreToldFromZeroAndOne() {
        assertEquals("0.995", ProbabilityText.of(new double[] {0.995, 0.005}, 0));
        assertEquals("1 − 1e-04", ProbabilityText.of(new double[] {1 - 1e-4, 1e-4}, 0));
        assertEquals("1e-04", ProbabilityText.of(new double[] {1 - 1e-4, 1e-4}, 1));
        assertEquals("1 − 3e-20", ProbabilityText.of(new double[] {1e-20, 1, 2e-20}, 1));
        assertEquals("1.000", ProbabilityText.of(new double[] {0, 1}, 1));
        assertEquals("0.000", ProbabilityText.of(0));
    }

    private static double logistic(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }
}
