package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** x₁ … x₅₀ ~ N(θ, 1), θ ~ N(0, 4): the posterior of the mean is nearly N(x̄, 1/50). */
class ResimulationTest {
    private static final Simulator NORMAL = (theta, count, rng) -> {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) values[i] = (float) (theta[0] + rng.nextGaussian());
        return new Observations(count, 1, values);
    };

    private final List<Observations> observed = new ArrayList<>();
    private final List<Draws> exact = new ArrayList<>();
    private final List<Draws> shifted = new ArrayList<>();

    ResimulationTest() {
        for (int k = 0; k < 60; k++) {
            RandomGenerator rng = new Seed(5).stream(k);
            Observations x = NORMAL.simulate(new double[] {2 * rng.nextGaussian()}, 50, rng);
            double mean = 0;
            for (float value : x.values()) mean += value / 50;
            double[] draws = new double[100];
            for (int l = 0; l < draws.length; l++) draws[l] = mean + rng.nextGaussian() / Math.sqrt(50);
            observed.add(x);
            exact.add(Draws.of(List.of("mu"), draws));
            for (int l = 0; l < draws.length; l++) draws[l] += 1;
            shifted.add(Draws.of(List.of("mu"), draws));
        }
    }

    @Test
    void wrongPosteriorsAndWrongModelsGiveLargerErrors() {
        Bootstrap bootstrap = Bootstrap.of(new Seed(1));
        Estimate good = bootstrap.median(new Resimulation(NORMAL, new Seed(2)).errors(observed, exact));
        Estimate bad = bootstrap.median(new Resimulation(NORMAL, new Seed(2)).errors(observed, shifted));
        Simulator wide = (theta, count, rng) -> {
            float[] values = new float[count];
            for (int i = 0; i < count; i++) values[i] = (float) (theta[0] + 3 * rng.nextGaussian());
            return new Observations(count, 1, values);
        };
        Estimate wrongModel = bootstrap.median(new Resimulation(wide, new Seed(2)).errors(observed, exact));
        assertTrue(bad.mean() > good.mean() + 5 * (good.se() + bad.se()), good + " against " + bad);
        assertTrue(wrongModel.mean() > good.mean() + 5 * (good.se() + wrongModel.se()), wrongModel.toString());
    }

    @Test
    void theSameSeedGivesTheSameData() {
        Resimulation resimulation = new Resimulation(NORMAL, new Seed(2));
        assertArrayEquals(resimulation.errors(observed, exact), resimulation.errors(observed, exact));
        assertEquals(
                resimulation.predictions(observed.getFirst(), exact.getFirst(), 20),
                resimulation.predictions(observed.getFirst(), exact.getFirst(), 20));
    }

    @Test
    void aSimulatorThatFailsAtTimesIsTriedAgainAndOneThatAlwaysFailsIsNamed() {
        Simulator moody = (theta, count, rng) -> {
            if (rng.nextBoolean()) throw new ArithmeticException("no solution");
            return NORMAL.simulate(theta, count, rng);
        };
        assertEquals(60, new Resimulation(moody, new Seed(2)).errors(observed, exact).length);
        Simulator broken = (theta, count, rng) -> new Observations(1, 1, new float[] {Float.NaN});
        String message = assertThrows(
                        IllegalStateException.class,
                        () -> new Resimulation(broken, new Seed(2))
                                .predictions(observed.getFirst(), exact.getFirst(), 1))
                .getMessage();
        assertTrue(message.contains("expected Observations[50 × 1] at θ = ["), message);
    }
}
