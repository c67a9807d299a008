package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UniformityTestTest {
    /** 400 000 null samples by numpy 2.4.6 and scipy's binomial gave these p-values, with the standard errors beside them. */
    @Test
    void pValuesAgreeWithSimulationInNumpy() {
        UniformityTest test = UniformityTest.of(40, 50);
        Recovery recovery = Golden.recovery();
        assertEquals(0.011425, test.pValue(recovery.ranks(0).below()), 4 * 0.000168);
        assertEquals(0.000005, test.pValue(recovery.ranks(1).below()), 4 * 0.0000035);
        int[] even = IntStream.range(0, 40).map(k -> (7 * k + 3 * (k % 2)) % 51).toArray();
        assertEquals(0.9847725, test.pValue(even), 4 * 0.000194);
        int[] middle = IntStream.range(0, 40)
                .map(k -> Math.min(50, (int) (1.1 * k) + 4))
                .toArray();
        assertEquals(0.429035, test.pValue(middle), 4 * 0.000783);
    }

    /** Every outcome of three ranks among four draws, one by one: p is the probability of outcomes at most as likely. */
    @Test
    void pValuesAreExactWhereAllOutcomesCanBeCounted() {
        UniformityTest test = UniformityTest.of(3, 4);
        Map<Double, Integer> outcomes = new HashMap<>();
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++)
                for (int c = 0; c < 5; c++) outcomes.merge(round(test.pValue(new int[] {a, b, c})), 1, Integer::sum);
        outcomes.forEach((p, count) -> {
            int asUnusual = outcomes.entrySet().stream()
                    .filter(e -> e.getKey() <= p)
                    .mapToInt(Map.Entry::getValue)
                    .sum();
            assertEquals(asUnusual / 125.0, p, 1e-9);
        });
    }

    private static double round(double p) {
        return Math.round(p * 1e10) / 1e10;
    }

    /** Of 2000 sets of uniform ranks 5 % are rejected: 100 ± 9.7, and 140 is passed by chance once in 50 000 times. */
    @Test
    void theFalseAlarmRateIsTheStatedOne() {
        UniformityTest test = UniformityTest.of(100, 99);
        UniformityTest.Band band = test.band(0.05);
        int rejected = 0;
        int left = 0;
        for (int i = 0; i < 2000; i++) {
            RandomGenerator rng = new Seed(5).stream(i);
            int[] ranks = IntStream.range(0, 100).map(k -> rng.nextInt(100)).toArray();
            if (test.pValue(ranks) <= 0.05) rejected++;
            if (leaves(test.empirical(ranks), band)) left++;
        }
        assertTrue(rejected > 40 && rejected < 140, "rejected " + rejected);
        assertEquals(rejected, left, "the band is where the test rejects");
        assertTrue(band.errorRate() <= 0.05 && band.errorRate() > 0.04, "band " + band.errorRate());
    }

    private static boolean leaves(double[] empirical, UniformityTest.Band band) {
        for (int i = 0; i < empirical.length; i++)
            if (empirical[i] < band.lower()[i] - 1e-9 || empirical[i] > band.upper()[i] + 1e-9) return true;
        return false;
    }

    @Test
    void wrongPosteriorsAreCaughtAndTheExactOneIsNot() {
        UniformityTest test = UniformityTest.of(300, 100);
        assertTrue(pValue(test, ConjugateToy.EXACT) > 0.01);
        assertTrue(pValue(test, ConjugateToy.NARROW) < 1e-6);
        assertTrue(pValue(test, ConjugateToy.WIDE) < 1e-6);
        assertTrue(pValue(test, ConjugateToy.SHIFTED) < 1e-6);
        assertTrue(pValue(test, ConjugateToy.SKEWED) < 1e-4);
    }

    private static double pValue(UniformityTest test, ConjugateToy.Claim claim) {
        return test.pValue(
                ConjugateToy.recovery(300, 100, new Seed(2), claim).ranks(0).resolved(new Seed(3)));
    }

    /** A parameter with two values: counting only the draws below puts all ranks in two places, breaking ties does not. */
    @Test
    void tiesAreBrokenByChance() {
        List<Draws> draws = new ArrayList<>();
        double[][] truth = new double[300][1];
        for (int k = 0; k < 300; k++) {
            RandomGenerator rng = new Seed(8).stream(k);
            truth[k][0] = rng.nextInt(2);
            draws.add(Draws.of(
                    List.of("a"),
                    IntStream.range(0, 50).mapToDouble(l -> rng.nextInt(2)).toArray()));
        }
        Ranks ranks = Recovery.of(List.of("a"), truth, draws).ranks(0);
        UniformityTest test = UniformityTest.of(300, 50);
        assertTrue(test.pValue(ranks.resolved(new Seed(1))) > 0.01);
        assertTrue(test.pValue(ranks.below()) < 1e-9, "ties taken as below must be caught");
    }

    @Test
    void manyDataSetsAndFewDrawsWork() {
        assertTrue(UniformityTest.of(10_000, 1).band(0.05).errorRate() <= 0.05);
        assertTrue(UniformityTest.of(5000, 1000).band(0.05).errorRate() > 0.04);
        assertTrue(UniformityTest.of(1, 10).pValue(new int[] {5}) <= 1);
        assertThrows(IllegalArgumentException.class, () -> UniformityTest.of(0, 10));
    }
}
