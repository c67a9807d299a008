package bayesflow4j.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialTest {
    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @CsvSource({
        "1, 0.5",
        "1, 1e-4",
        "7, 0.3",
        "7, 0.9999",
        "40, 0.499",
        "40, 0.5",
        "40, 0.501",
        "1000, 1e-7",
        "1000, 0.0199",
        "1000, 0.0201",
        "1000, 0.095",
        "1000, 0.97",
        "999, 0.99999",
        "100000, 1e-6",
        "100000, 0.2",
        "1000000000, 1e-9",
        "1000000000, 0.3",
        "2147483647, 1e-7"
    })
    void hasTheBinomialProbabilities(int n, double p) {
        RandomGenerator rng = new Seed(1).child("binomial").child(n).stream(Double.hashCode(p));
        check(n, p, i -> Binomial.sample(n, p, rng));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0.01",
        "1000, 1e-6",
        "1000, 0.005",
        "1000, 0.0199",
        "1000, 0.0201",
        "1000, 0.1",
        "5, 0.9",
        "5, 3",
        "900, 1.5"
    })
    void ofAHazardTheSuccessHasItsProbability(int n, double hazard) {
        RandomGenerator rng = new Seed(2).child(n).stream(Double.hashCode(hazard));
        check(n, -Math.expm1(-hazard), i -> Binomial.ofHazard(n, hazard, rng));
    }

    private static void check(int n, double p, java.util.function.IntUnaryOperator draw) {
        BinomialDistribution exact = BinomialDistribution.of(n, p);
        double mean = n * p;
        int reach = (int) (8 * Math.sqrt(mean * (1 - p)) + 20);
        int least = (int) Math.max(0, mean - reach);
        int most = (int) Math.min(n, mean + reach);
        Goodness.assertDiscrete("n " + n + ", p " + p, DRAWS, least, most, draw, exact::probability);
    }

    @Test
    void aWrongProbabilityIsSeen() {
        RandomGenerator rng = new Seed(3).stream(0);
        assertThrows(AssertionError.class, () -> check(1000, 0.0202, i -> Binomial.sample(1000, 0.02, rng)));
    }

    @Test
    void theExtremes() {
        RandomGenerator rng = new Seed(4).stream(0);
        assertEquals(0, Binomial.sample(0, 0.3, rng));
        assertEquals(0, Binomial.sample(1000, 0, rng));
        assertEquals(1000, Binomial.sample(1000, 1, rng));
        assertEquals(0, Binomial.ofHazard(0, 0.3, rng));
        assertEquals(0, Binomial.ofHazard(1000, 0, rng));
        assertEquals(1000, Binomial.ofHazard(1000, Double.POSITIVE_INFINITY, rng));
        for (int i = 0; i < 100_000; i++) {
            int k = Binomial.sample(30, i / 100_000.0, rng);
            assertTrue(k >= 0 && k <= 30);
        }
        assertThrows(IllegalArgumentException.class, () -> Binomial.sample(-1, 0.5, rng));
        assertThrows(IllegalArgumentException.class, () -> Binomial.sample(1, 1.1, rng));
        assertThrows(IllegalArgumentException.class, () -> Binomial.sample(1, Double.NaN, rng));
        assertThrows(IllegalArgumentException.class, () -> Binomial.ofHazard(1, -1, rng));
    }
}
