package bayesflow4j.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PriorSensitivityTest {
    private static Draws normal(double mean, double sd) {
        RandomGenerator rng = new Seed(1).stream(0);
        return Draws.of(
                List.of("mu"),
                IntStream.range(0, 40_000)
                        .mapToDouble(l -> mean + sd * rng.nextGaussian())
                        .toArray());
    }

    private static PriorSensitivity of(String prior, Draws draws) {
        return PriorSensitivity.of(Prior.parse(List.of("mu"), List.of(prior)), draws, new Seed(2));
    }

    /** The product of normals: precision 1/s² + 1 and mean m/(1 + s²) for p², 1/s² − ½ and m/(1 − s²/2) for p^½. */
    @Test
    void aNormalPosteriorMovesAsTheFormulaSays() {
        PriorSensitivity sensitivity = of("normal(0, 1)", normal(1.2, 0.5));
        PriorSensitivity.Shift shift = sensitivity.shifts().getFirst();
        assertEquals((1.2 / 1.25 - 1.2) / 0.5, shift.narrower(), 0.02);
        assertEquals((1.2 / 0.875 - 1.2) / 0.5, shift.wider(), 0.02);
        assertTrue(sensitivity.warns());
        assertTrue(sensitivity.sentence().contains("moves posterior means by at most 0.4"), sensitivity.sentence());
        assertTrue(sensitivity.narrowerSize() > 30_000 && sensitivity.narrowerSize() < 40_000, sensitivity.toString());
    }

    @Test
    void aFlatPriorMovesNothingUnlessThePosteriorIsAtItsEdge() {
        PriorSensitivity inside = of("uniform(-5, 5)", normal(0, 0.5));
        assertEquals(0, inside.shifts().getFirst().wider(), 1e-9);
        assertFalse(inside.warns());
        Draws edge = Draws.of(
                List.of("mu"),
                IntStream.range(0, 1000).mapToDouble(l -> 5 - l * 3e-4).toArray());
        assertTrue(of("uniform(-5, 5)", edge).sentence().contains("mu presses against its prior: "));
    }

    @Test
    void fewEffectiveDrawsAreSaid() {
        PriorSensitivity far = of("normal(0, 0.01)", normal(3, 0.5));
        assertTrue(far.sentence().contains("cannot be told from these draws (effective sample size "), far.sentence());
    }

    @Test
    void priorsAreComparedByDensityNotByText() {
        Prior trained = Prior.parse(List.of("a", "b"), List.of("uniform(0, 1)", "normal(a, 2)"));
        Prior same = Prior.parse(List.of("a", "b"), List.of("uniform(0,1.0)", "normal( a, 1 + 1 )"));
        Prior other = Prior.parse(List.of("a", "b"), List.of("uniform(0, 1)", "normal(a, 3)"));
        assertEquals(Optional.empty(), PriorComparison.difference(trained, same));
        assertEquals(Optional.of("b ~ normal(a, 3), not normal(a, 2)"), PriorComparison.difference(trained, other));
    }
}
