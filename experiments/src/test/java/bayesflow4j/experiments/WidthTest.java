package bayesflow4j.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Standard deviations of posteriors beside each other, and the goals that they are. */
class WidthTest {
    /** Each of {@code distinct} normal draws, {@code repeats} times. */
    private static Draws normal(double sd, int distinct, int repeats, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] rows = new double[distinct * repeats][];
        for (int i = 0; i < distinct; i++) {
            double[] row = {sd * rng.nextGaussian()};
            for (int r = 0; r < repeats; r++) rows[i * repeats + r] = row.clone();
        }
        return Draws.of(List.of("v0"), rows);
    }

    @Test
    void repeatedDrawsCountOnce() {
        assertEquals(500, Width.effective(normal(1, 500, 1, new Seed(1))), 1e-9);
        assertEquals(500, Width.effective(normal(1, 500, 4, new Seed(1))), 1e-9);
        double[][] rows = {{1}, {1}, {1}, {2}};
        assertEquals(16.0 / 10, Width.effective(Draws.of(List.of("v0"), rows)), 1e-9);
    }

    /** Over 400 pairs; the ratio's own error is a 28th of it, so the bound of 20 % fails less than once in a million seeds. */
    @Test
    void theErrorOfTheRatioIsHowMuchItVaries() {
        int pairs = 400;
        double squares = 0;
        double stated = 0;
        for (int k = 0; k < pairs; k++) {
            Estimate ratio = Width.of(normal(2, 800, 1, new Seed(7).nth(k)), 0)
                    .over(Width.of(normal(1, 200, 3, new Seed(8).nth(k)), 0));
            squares += (ratio.mean() - 2) * (ratio.mean() - 2);
            stated += ratio.se() / pairs;
        }
        assertEquals(1, Math.sqrt(squares / pairs) / stated, 0.2);
    }

    @Test
    void noWiderThanSmcIsAGoalOfSnpe() {
        for (String method : List.of("SNPE-A", "SNPE-B", "SNPE-C")) {
            Reference reference = Reference.of("lfm", "N=500, Table 2", method);
            for (String parameter : List.of("v0", "v1", "a", "t0", "zr", "alpha"))
                assertEquals(1, reference.goal(CaseStudy.SD_RATIO, parameter).orElseThrow());
        }
        assertTrue(met(1.02, 0.03));
        assertFalse(met(1.04, 0.03));
        assertTrue(met(0.5, 0.01));
    }

    private static boolean met(double ratio, double se) {
        Metrics metrics =
                new Metrics(List.of("v0"), 50, 2000, Map.of()).with(CaseStudy.SD_RATIO, "v0", new Estimate(ratio, se));
        Section section =
                new Section("SNPE-A", "N=500, Table 2", metrics, Reference.of("lfm", "N=500, Table 2", "SNPE-A"));
        List<Goal> goals = Goal.of(List.of(section));
        assertEquals(1, goals.size());
        return goals.getFirst().isMet();
    }

    @Test
    void budgetsAreSaidInWords() {
        assertEquals(
                "500 particles in at most 30 populations and at most 15000 simulations",
                CaseNotes.budget(Map.of("particles", 500, "populations", 30, "epsilon", 0.0, "simulations", 15000)));
        assertEquals(
                "2000 particles in at most 40 populations to ε = 0.0404",
                CaseNotes.budget(Map.of("particles", 2000, "populations", 40, "epsilon", 0.0404)));
        assertEquals("3000 simulations in 2 rounds", CaseNotes.budget(Map.of("simulations", 3000, "rounds", 2)));
        assertEquals("5000 simulations in 1 round", CaseNotes.budget(Map.of("simulations", 5000, "rounds", 1)));
    }
}
