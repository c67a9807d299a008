package bayesflow4j.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.Arrays;
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

    /** Powers of a flat prior are the same prior. */
    @Test
    void ofAFlatPriorOnlyTheBoundsMatter() {
        PriorSensitivity inside = of("uniform(-5, 5)", normal(0, 0.5));
        assertEquals(0, inside.shifts().getFirst().wider(), 1e-9);
        assertFalse(inside.warns());
        assertEquals(
                "The prior of mu is flat, so only its bounds matter: 0.0 % of the draws lie near a bound, so wider bounds"
                        + " would hardly move the posterior. Bounds √2 times as narrow move a mean by at most 0.00 posterior standard deviations.",
                inside.sentence());
        assertEquals("at most 0.0 % of the draws near a bound", inside.words());
        Draws edge = Draws.of(
                List.of("mu"),
                IntStream.range(0, 1000).mapToDouble(l -> 5 - l * 3e-4).toArray());
        assertTrue(of("uniform(-5, 5)", edge).sentence().contains("mu presses against its prior: "));
        assertEquals(
                "presses against the prior of mu", of("uniform(-5, 5)", edge).words());
    }

    /**
     * N(2, 1) between −5 and 5, cut at ±5/√2: inside with probability Φ(1.536) and mean 2 − φ(1.536)/Φ(1.536), the lower cut being
     * beyond 5 deviations. The quantiles of 5000 prior draws are off by up to 0.1.
     */
    @Test
    void narrowerBoundsMoveTheMeanAsTheFormulaSays() {
        PriorSensitivity.Bounds bounds =
                of("uniform(-5, 5)", normal(2, 1)).shifts().getFirst().bounds().orElseThrow();
        assertEquals(0.938, bounds.inside(), 0.015);
        assertEquals(-0.131, bounds.moved(), 0.02);
        assertTrue(of("uniform(-5, 5)", normal(4.2, 0.1)).sentence().contains("would exclude most draws of mu"));
        assertTrue(of("uniform(-5, 5)", normal(2, 1)).sentence().contains("that of mu, of which they keep 9"));
    }

    /** What is flat on the axis that belongs to the prior, or given earlier parameters, is flat. */
    @Test
    void flatPriorsAreFoundHoweverTheyAreWritten() {
        assertEquals(List.of(true), flat("log-uniform(1, 100)"));
        assertEquals(List.of(true, true), flat("uniform(0.1, 2)", "uniform(0.1, a)"));
        assertEquals(List.of(true), flat("integers(1, 9)"));
        assertEquals(List.of(false, true), flat("log-normal(0, 1)", "uniform(0, a)"));
        assertEquals(
                List.of(false),
                flat("uniform(0, 1) truncated(0, 0.9)", "beta(2, 2)").subList(1, 2));
    }

    private static List<Boolean> flat(String... written) {
        List<String> names = List.of("a", "b").subList(0, written.length);
        Prior prior = Prior.parse(names, List.of(written));
        double[][] rows = IntStream.range(0, 500)
                .mapToObj(l -> prior.sample(new Seed(3).stream(l)))
                .toArray(double[][]::new);
        return PriorSensitivity.of(prior, Draws.of(names, rows), new Seed(2)).shifts().stream()
                .map(shift -> shift.bounds().isPresent())
                .toList();
    }

    /** exp N(1, ½²) under a log-normal prior: p² is √2 times as narrow for the logarithm, which moves to 1/1.25 with sd ½/√1.25. */
    @Test
    void theSquareOfALogNormalPriorIsNarrowerOnItsLogarithm() {
        Draws logs = normal(1, 0.5);
        Draws draws = Draws.of(
                List.of("mu"), Arrays.stream(logs.column(0)).map(Math::exp).toArray());
        double exact = Math.exp(0.8 + 0.125 / 1.25);
        double moved = of("log-normal(0, 1)", draws).shifts().getFirst().narrower();
        assertEquals((exact - draws.mean()[0]) / draws.sd()[0], moved, 0.02);
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
