package bayesflow4j.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonTest {
    private static final int DRAWS = 200_000;

    /** Both sides of every switch between methods: quarters, multiples of 16, and 256. */
    @ParameterizedTest
    @ValueSource(
            doubles = {
                1e-9, 1e-3, 0.1, 0.249999, 0.25, 0.9, 3.3, 11.99, 15.999, 16, 16.1, 47.9, 255.9, 256, 300, 1e4, 1e6
            })
    void hasThePoissonProbabilities(double mean) {
        PoissonDistribution exact = PoissonDistribution.of(mean);
        RandomGenerator rng = new Seed(1).child("poisson").stream(Double.hashCode(mean));
        int reach = (int) (8 * Math.sqrt(mean) + 20);
        int least = Math.max(0, (int) mean - reach);
        Goodness.assertDiscrete(
                "mean " + mean, DRAWS, least, (int) mean + reach, i -> Poisson.sample(mean, rng), exact::probability);
    }

    @Test
    void aWrongMeanIsSeen() {
        PoissonDistribution other = PoissonDistribution.of(3.05);
        RandomGenerator rng = new Seed(1).stream(0);
        assertThrows(
                AssertionError.class,
                () -> Goodness.assertDiscrete("wrong", DRAWS, 0, 40, i -> Poisson.sample(3, rng), other::probability));
    }

    @Test
    void theExtremes() {
        RandomGenerator rng = new Seed(2).stream(0);
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, Poisson.sample(0, rng));
            assertTrue(Math.abs(Poisson.sample(1e9, rng) - 1e9) < 8 * Math.sqrt(1e9));
        }
        for (double bad : new double[] {-1e-9, Double.NaN, 2e9, Double.POSITIVE_INFINITY})
            assertThrows(IllegalArgumentException.class, () -> Poisson.sample(bad, rng));
    }
}
