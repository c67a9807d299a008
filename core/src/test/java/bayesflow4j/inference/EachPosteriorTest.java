package bayesflow4j.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.check.LocalCheck;
import bayesflow4j.check.PriorSensitivity;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Surprise;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Twelve posteriors, the last of which is wrong and at the edge of its prior: no summary may hide it. */
class EachPosteriorTest {
    private static final int SETS = 12;

    private static PriorSensitivity sensitivity(double center) {
        double[] values =
                IntStream.range(0, 400).mapToDouble(l -> center + l * 1e-4).toArray();
        Prior prior = Prior.parse(List.of("mu"), List.of("uniform(-5, 5)"));
        return PriorSensitivity.of(prior, Draws.of(List.of("mu"), values), new Seed(1));
    }

    /** Truths that are draws like the others, or shifted. */
    private static LocalCheck local(double bias) {
        RandomGenerator rng = new Seed(2).stream(0);
        double[][] truths = new double[200][];
        List<Draws> draws = new ArrayList<>();
        for (int k = 0; k < truths.length; k++) {
            truths[k] = new double[] {bias + rng.nextGaussian()};
            double[] values = new double[100];
            for (int l = 0; l < values.length; l++) values[l] = rng.nextGaussian();
            draws.add(Draws.of(List.of("mu"), values));
        }
        Recovery recovery = Recovery.of(List.of("mu"), truths, draws);
        return new LocalCheck(
                Verdict.of(recovery, Contraction.empirical(), new Seed(3)), 100, new Surprise(1, 0.5), "a jump in x");
    }

    private static EachPosterior each() {
        List<String> names = new ArrayList<>();
        List<LocalCheck> local = new ArrayList<>();
        List<PriorSensitivity> sensitivity = new ArrayList<>();
        for (int k = 0; k < SETS; k++) {
            names.add("lake, " + k);
            local.add(local(k == SETS - 1 ? 1 : 0));
            sensitivity.add(sensitivity(k == SETS - 1 ? 4.96 : 0));
        }
        return new EachPosterior(names, local, sensitivity);
    }

    @Test
    void theLastDataSetIsNamed() {
        EachPosterior each = each();
        assertEquals(
                "Checks near the 12 data sets: 1 failed (lake, 11), 0 inconclusive or with slight deviations, 11 passed.",
                each.localSentence());
        assertEquals(Verdict.Grade.POOR, each.localGrade());
        assertEquals(
                "Another prior would clearly move the posteriors of 1 of 12 data sets (lake, 11).",
                each.sensitivitySentence());
        assertEquals(
                List.of("lake, 11", "wrong (mu)", "presses against the prior of mu"),
                each.rows().getLast());
        assertEquals("calibrated", each.rows().get(1).get(1));
    }

    @Test
    void theFileHasALineForEach() {
        List<String> lines = each().csv().lines().toList();
        assertEquals(SETS + 1, lines.size());
        assertTrue(lines.getLast().startsWith("11,\"lake, 11\",\"wrong (mu)\",\"Near these data the network is wrong"));
        assertTrue(lines.getLast().contains(",true,"), lines.getLast());
        List<String> half = new EachPosterior(List.of("a"), List.of(), List.of(sensitivity(0)))
                .csv()
                .lines()
                .toList();
        assertTrue(half.getLast().startsWith("0,a,,,false,"), half.getLast());
    }
}
