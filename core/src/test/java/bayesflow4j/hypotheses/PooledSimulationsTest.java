package bayesflow4j.hypotheses;

import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What must not be evidence about models: N, gaps and covariates. */
class PooledSimulationsTest {
    private static GenerativeModel constant(String name, double value, int least, int most) {
        return GenerativeModel.of(
                name,
                Prior.none(),
                (θ, n, rng) -> filled(value, n),
                ObservationCount.between(least, most),
                DataKind.SET,
                "x");
    }

    private static Observations filled(double value, int count) {
        double[] x = new double[count];
        Arrays.fill(x, value);
        return Observations.of(x);
    }

    private static final GenerativeModel A = constant("a", 1, 1, 1000);
    private static final GenerativeModel B = constant("b", 2, 1, 1000);
    private static final Hypotheses MODELS = Hypotheses.of(A, B);

    private static SimulationTable table(GenerativeModel model, int least, int most, int size, long seed) {
        return SimulationTable.of(
                model.withCount(ObservationCount.between(least, most)).batches(new Seed(seed), size, 1));
    }

    /** N of 10 … 50 and of 20 … 100: three in four and three in eight are in the common range. */
    @Test
    void onlyTheCommonRangeIsKept() {
        PooledSimulations pooled = MODELS.pooled(List.of(table(A, 10, 50, 400, 1), table(B, 20, 100, 400, 2)));
        assertEquals(ObservationCount.between(20, 50), pooled.table().count());
        assertEquals(
                pooled.table().size(), pooled.shares().get(0) + pooled.shares().get(1));
        for (int k = 0; k < pooled.table().size(); k++) {
            int model = k < pooled.shares().get(0) ? 0 : 1;
            assertEquals(model, Hypotheses.index(pooled.table().theta().get(k)));
            assertEquals(1 + model, pooled.table().x().get(k).at(0, 0));
            assertEquals(pooled.table().count(k), pooled.table().x().get(k).count());
        }
        assertEquals(2, pooled.notes().size());
        int left = 400 - pooled.shares().get(1).intValue();
        assertEquals(
                "b: left out " + left + " of 400 simulations, whose N is not in 20…50 as it is for all models",
                pooled.notes().get(1));
        assertTrue(MODELS.pooled(List.of(table(A, 5, 9, 100, 1), table(B, 5, 9, 50, 2)))
                .notes()
                .isEmpty());
    }

    private static void assertRefused(String expected, SimulationTable a, SimulationTable b) {
        String message = assertThrows(IllegalArgumentException.class, () -> MODELS.pooled(List.of(a, b)))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void disjointRangesAreRefused() {
        assertRefused("got 5…9 of a, 20…30 of b", table(A, 5, 9, 300, 1), table(B, 20, 30, 300, 2));
        SimulationTable ends = table(A, 5, 5, 10, 1).with(table(A, 50, 50, 10, 1));
        assertRefused("simulations of a with N in 20…30, got none", ends, table(B, 20, 30, 300, 2));
        assertThrows(IllegalArgumentException.class, () -> MODELS.pooled(List.of(table(A, 5, 9, 10, 1))));
    }

    @Test
    void otherFrequenciesAreRefused() {
        SimulationTable many = table(A, 10, 50, 300, 1).with(table(A, 10, 20, 300, 3));
        assertRefused("same frequencies of the number of rows N", many, table(B, 10, 50, 300, 2));
        assertRefused("of b (p < 1e-6)", many, table(B, 10, 50, 300, 2));
    }

    /** 400 p-values of tables with the same p(N): 5 % are below 0.05, within five standard errors of .011. */
    @Test
    void pValuesAreThoseOfChance() {
        int below = 0;
        for (int seed = 0; seed < 400; seed++) {
            RandomGenerator rng = new Seed(seed).stream(0);
            int[][] counts = {numbers(200, rng), numbers(90, rng), numbers(300, rng)};
            if (CountTest.pValue(counts) <= 0.05) below++;
        }
        assertEquals(0.05, below / 400.0, 0.055);
        assertTrue(below > 0);
        assertEquals(1, CountTest.pValue(new int[][] {{7, 7, 7}, {7}}));
    }

    private static int[] numbers(int size, RandomGenerator rng) {
        return IntStream.range(0, size).map(k -> rng.nextInt(10, 31)).toArray();
    }

    private static void assertRefused(String expected, GenerativeModel... models) {
        String message = assertThrows(IllegalArgumentException.class, () -> Hypotheses.of(models))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void modelsWithOtherGapsAreRefused() {
        Gaps few = new Gaps(0, 0.1, Gaps.Pattern.RANDOM);
        Gaps many = new Gaps(0, 0.5, Gaps.Pattern.RANDOM);
        assertDoesNotThrow(() -> Hypotheses.of(A.withGaps(few), B.withGaps(few)));
        assertRefused("got a share of 0.0…0.1, random of a and a share of 0.0…0.5", A.withGaps(few), B.withGaps(many));
        assertRefused("none that are drawn of b", A.withGaps(few), B.withMissing());
        assertRefused("same role of the column x, got OBSERVED of a and INCOMPLETE of b", A, B.withMissing());
    }

    private static GenerativeModel with(GenerativeModel model, Covariate covariate) {
        return model.withCovariates(List.of(covariate), (θ, covariates, n, rng) -> filled(0, n));
    }

    /** Equal distributions that are drawn by other code are refused in one of a million cases. */
    @Test
    void modelsWithOtherCovariatesAreRefused() {
        Covariate effort = Covariate.of("effort", uniform(0, 10));
        assertDoesNotThrow(() -> Hypotheses.of(with(A, effort), with(B, Covariate.of("effort", uniform(0, 10)))));
        Covariate reversed =
                new Covariate("effort", Covariate.Scope.DATA_SET, rng -> 10 - 10 * rng.nextDouble(), Scaling.STANDARD);
        assertDoesNotThrow(() -> Hypotheses.of(with(A, effort), with(B, reversed)));
        assertRefused(
                "same distribution of the covariate effort",
                with(A, effort),
                with(B, Covariate.of("effort", uniform(0, 12))));
        assertRefused(
                "same layout of the column years",
                with(A, Covariate.of("years", uniform(0, 10)).over(Covariate.Scope.ROWS)),
                with(B, Covariate.of("years", uniform(0, 10)).over(Covariate.Scope.RISING)));
    }
}
