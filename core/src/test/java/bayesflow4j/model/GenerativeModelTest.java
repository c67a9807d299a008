package bayesflow4j.model;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** The laws on a user's own model, and what happens when its simulator fails. */
class GenerativeModelTest extends SimulatorLaws {
    @Override
    protected GenerativeModel model() {
        return GenerativeModel.of(
                "own",
                Prior.of("mu", normal(0, 1)),
                (theta, count, rng) -> {
                    float[] x = new float[count];
                    for (int i = 0; i < count; i++) x[i] = (float) (theta[0] + rng.nextGaussian());
                    return new Observations(count, 1, x);
                },
                ObservationCount.between(3, 8),
                DataKind.SET,
                "x");
    }

    /** Fails whenever θ > bound, in the given way. */
    private static GenerativeModel failing(double bound, Simulator failure) {
        return GenerativeModel.of(
                "failing",
                Prior.of("p", uniform(0, 1)),
                (theta, count, rng) -> theta[0] > bound
                        ? failure.simulate(theta, count, rng)
                        : new Observations(count, 1, new float[count]),
                ObservationCount.exactly(4),
                DataKind.SERIES,
                "x");
    }

    @Test
    void dataSetsOfABatchComeInItsOrder() {
        Batch batch = model().batch(new Seed(1), 0, 3);
        List<Observations> all = batch.observations();
        assertEquals(3, all.size());
        for (int m = 0; m < 3; m++)
            for (int row = 0; row < batch.count(); row++)
                assertEquals(batch.x()[m * batch.count() + row], all.get(m).at(row, 0));
    }

    @Test
    void failedDrawsAreReplacedAndCounted() {
        Simulator[] ways = {
            (theta, count, rng) -> {
                throw new ArithmeticException("diverged");
            },
            (theta, count, rng) -> new Observations(count, 1, new float[] {0, 0, Float.NaN, 0}),
            (theta, count, rng) -> new Observations(count, 1, new float[] {0, Float.POSITIVE_INFINITY, 0, 0}),
            (theta, count, rng) -> new Observations(count + 1, 1, new float[count + 1]),
            (theta, count, rng) -> null,
        };
        String[] words = {"diverged", "NaN in row 2", "Infinity in row 1", "5 × 1 numbers, expected 4 × 1", "null"};
        for (int w = 0; w < ways.length; w++) {
            Batch batch = failing(0.8, ways[w]).batch(new Seed(1), 0, 1000);
            Failures failures = batch.failures();
            for (double[] theta : batch.theta()) assertTrue(theta[0] <= 0.8);
            assertEquals(1000 + failures.count(), failures.attempts());
            // 1250 attempts at one in five: five standard deviations, a false alarm in two million.
            assertEquals(250, failures.count(), 5 * Math.sqrt(250 / 0.8));
            assertEquals(5, failures.examples().size());
            String example = failures.examples().getFirst().toString();
            assertTrue(example.contains(words[w]) && example.matches("(?s)p = 0\\.\\d{1,5}: .*"), example);
            assertTrue(failures.report().contains("the effective prior is the prior given"), failures.report());
        }
    }

    @Test
    void moreThanHalfFailingStops() {
        Simulator failure = (theta, count, rng) -> {
            throw new ArithmeticException("no solution");
        };
        SimulationFailedException stop = assertThrows(
                SimulationFailedException.class, () -> failing(0.4, failure).batch(new Seed(1), 0, 200));
        assertTrue(stop.failures().fraction() > 0.5);
        assertTrue(stop.getMessage().contains("no solution"), stop.getMessage());
        assertThrows(SimulationFailedException.class, () -> failing(-1, failure).batch(new Seed(1), 0, 1));
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            assertThrows(
                    SimulationFailedException.class, () -> failing(0.4, failure).batch(new Seed(1), 0, 200, pool));
        }
        failing(0.9, failure).batch(new Seed(1), 0, 200);
    }

    @Test
    void theParametersOfAFailureAreReadable() {
        Failures.Example example = new Failures.Example(
                java.util.List.of("a", "b", "c", "d", "e"), new double[] {50, 123456.7, 1e-5, 0, -2e12}, "no");
        assertEquals("a = 50, b = 123460, c = 0.00001, d = 0, e = -2E+12: no", example.toString());
    }

    @Test
    void aFewFailuresAreNoEvidence() {
        Failures few = new Failures(3, 4, java.util.List.of());
        few.requireMostlySuccessful();
        Failures many = few;
        for (int i = 0; i < 9; i++) many = many.plus(few);
        assertThrows(SimulationFailedException.class, many::requireMostlySuccessful);
        assertEquals("No simulation failed.", Failures.NONE.report());
    }

    @Test
    void theCountIsDrawnPerBatchAndCoversItsRange() {
        boolean[] seen = new boolean[9];
        for (int index = 0; index < 200; index++)
            seen[model().batch(new Seed(2), index, 1).count()] = true;
        for (int n = 0; n < seen.length; n++) assertEquals(n >= 3, seen[n], "N = " + n);
        assertEquals(5, model().withCount(5).batch(new Seed(2), 0, 2).count());
    }

    @Test
    void wrongArgumentsAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> model().batch(new Seed(1), 0, 0));
        assertThrows(IllegalArgumentException.class, () -> ObservationCount.between(5, 4));
        assertThrows(IllegalArgumentException.class, () -> new Observations(2, 2, new float[3]));
        assertThrows(
                IllegalArgumentException.class,
                () -> GenerativeModel.of(
                        "v", model().prior(), model().simulator(), ObservationCount.exactly(2), DataKind.VECTOR, "x"));
        assertFalse(Scaling.PLAIN.standardized());
    }

    @Test
    void scalingsAreIncreasingAndOddAndCanBeUndone() {
        for (Scaling scaling : new Scaling[] {Scaling.PLAIN, Scaling.STANDARD, Scaling.LOG1P, Scaling.asinh(0.5)}) {
            double last = Double.NEGATIVE_INFINITY;
            for (double v : new double[] {-1e300, -1e20, -3, -0.1, 0, 1e-9, 0.1, 3, 1e20, 1e300}) {
                double mapped = scaling.apply(v);
                assertTrue(mapped > last && Double.isFinite(mapped), scaling + " at " + v);
                assertEquals(-mapped, scaling.apply(-v), Math.abs(mapped) * 1e-15);
                assertEquals(v, scaling.undo(mapped), Math.abs(v) * 1e-12);
                last = mapped;
            }
        }
        assertEquals(Math.log(3 + Math.sqrt(10)), Scaling.asinh(0.5).apply(1.5), 1e-15);
    }
}
