package bayesflow4j.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.random.Seed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscretePriorTest {
    private static Distribution of(String written) {
        return Prior.parse(List.of("k"), List.of(written))
                .conditional(0, new double[1])
                .orElseThrow();
    }

    /** Five standard errors for each of at most forty values: false-alarm rate below 3 · 10⁻⁵ per distribution. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "poisson(4.5)",
                "poisson(300) truncated(290, 310)",
                "binomial(12, 0.3)",
                "binomial(7, 1)",
                "bernoulli(0.2)",
                "integers(-3, 8)",
                "categorical(a = 0.2, b = 0.5, c = 0.3)",
                "categorical(10 = 0.25, 2.5 = 0.75)",
                "poisson(2) truncated(1, 5)"
            })
    void drawsFollowProbabilitiesThatSumToOne(String written) {
        Distribution distribution = of(written);
        Support support = distribution.support();
        assertTrue(support.isDiscrete());
        int count = 20_000;
        double[] shares = new double[400];
        for (int i = 0; i < count; i++) {
            double value = distribution.sample(new Seed(7).stream(i));
            assertTrue(support.contains(value), () -> written + ": " + value);
            shares[(int) support.toReal(value) + 10] += 1.0 / count;
        }
        double sum = 0;
        double below = 0;
        for (int i = 0; i < shares.length; i++) {
            double value = support.fromReal(i - 10);
            if (support.toReal(value) != i - 10) continue;
            double p = Math.exp(distribution.logDensity(value));
            sum += p;
            assertEquals(p, shares[i], 5 * Math.sqrt(p * (1 - p) / count) + 1e-9, written + " at " + value);
            assertEquals(below += p, distribution.cumulative(value), 1e-9, written + " up to " + value);
        }
        assertEquals(1, sum, 1e-9);
        assertEquals(distribution.toString(), of(distribution.toString()).toString());
    }

    @Test
    void otherNumbersHaveNoProbability() {
        for (String written : List.of("poisson(4)", "integers(1, 3)", "categorical(1 = 0.5, 3 = 0.5)"))
            for (double value : new double[] {-4, 1.5, 3e9, Double.NaN, Double.POSITIVE_INFINITY})
                assertEquals(Double.NEGATIVE_INFINITY, of(written).logDensity(value), written + " at " + value);
        assertEquals(
                Double.NEGATIVE_INFINITY, of("categorical(1 = 0.5, 3 = 0.5)").logDensity(2));
    }

    @Test
    void aDiscreteParameterMayBeUsedByLaterOnes() {
        Prior prior =
                Prior.parse(List.of("n", "k", "x"), List.of("integers(1, 6)", "binomial(n, 0.5)", "uniform(0, n + k)"));
        assertTrue(prior.isDiscrete());
        for (int i = 0; i < 500; i++) {
            double[] theta = prior.sample(new Seed(1).stream(i));
            assertTrue(prior.contains(theta) && theta[1] <= theta[0]);
            assertEquals(theta[0], prior.fromReal(prior.toReal(theta))[0]);
            assertTrue(Double.isFinite(prior.logDensity(theta)));
        }
        assertFalse(prior.contains(new double[] {2, 3, 1}));
        assertThrows(IllegalArgumentException.class, () -> prior.requireContinuous("abc-nn"));
    }

    @Test
    void namesAreNumberedAndNumbersAreThemselves() {
        Support named = of("categorical(dry = 0.5, wet = 0.5)").support();
        assertTrue(named.isNamed());
        assertEquals("wet", named.label(1));
        Support numbers = of("categorical(10 = 0.25, 2 = 0.75)").support();
        assertFalse(numbers.isNamed());
        assertEquals(new Support.Listed(List.of(2.0, 10.0), List.of("2", "10")), numbers);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "poisson(-1)",
                "binomial(2.5, 0.5)",
                "binomial(3, 1.5)",
                "integers(1.5, 3)",
                "integers(3, 1)",
                "categorical(a = 0.5, b = 0.4)",
                "categorical(a = 0.5, a = 0.5)",
                "categorical(0.5, 0.5)",
                "categorical(a = 0.5, b = 0.5) truncated(0, 0)",
                "poisson(2) truncated(50, 60)"
            })
    void whatIsNoDistributionIsRefused(String written) {
        String message =
                assertThrows(NotationException.class, () -> of(written)).getMessage();
        assertTrue(message.contains("expected"), message);
    }
}
