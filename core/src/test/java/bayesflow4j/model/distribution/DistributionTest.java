package bayesflow4j.model.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.notation.Factor;
import bayesflow4j.random.Goodness;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.CauchyDistribution;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.FoldedNormalDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.LogUniformDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;
import org.apache.commons.statistics.distribution.WeibullDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    /** Each with an independent oracle, its notation and, for Student's t, location and scale of the oracle. */
    static Stream<Arguments> all() {
        return Stream.of(
                Arguments.of(
                        Distribution.uniform(0.1, 2),
                        UniformContinuousDistribution.of(0.1, 2),
                        "uniform(0.1, 2)",
                        0,
                        1),
                Arguments.of(
                        Distribution.logUniform(0.01, 100),
                        LogUniformDistribution.of(0.01, 100),
                        "log-uniform(0.01, 100)",
                        0,
                        1),
                Arguments.of(Distribution.normal(-3, 2.5), NormalDistribution.of(-3, 2.5), "normal(-3, 2.5)", 0, 1),
                Arguments.of(
                        Distribution.logNormal(0.4, 0.7),
                        LogNormalDistribution.of(0.4, 0.7),
                        "log-normal(0.4, 0.7)",
                        0,
                        1),
                Arguments.of(Distribution.halfNormal(3), FoldedNormalDistribution.of(0, 3), "half-normal(3)", 0, 1),
                Arguments.of(Distribution.gamma(0.2, 3), GammaDistribution.of(0.2, 1.0 / 3), "gamma(0.2, 3)", 0, 1),
                Arguments.of(Distribution.gamma(7.5, 0.5), GammaDistribution.of(7.5, 2), "gamma(7.5, 0.5)", 0, 1),
                Arguments.of(Distribution.beta(0.4, 0.7), BetaDistribution.of(0.4, 0.7), "beta(0.4, 0.7)", 0, 1),
                Arguments.of(Distribution.beta(3, 12), BetaDistribution.of(3, 12), "beta(3, 12)", 0, 1),
                Arguments.of(Distribution.exponential(0.25), ExponentialDistribution.of(4), "exponential(0.25)", 0, 1),
                Arguments.of(Distribution.studentT(3.5, 1, 2), TDistribution.of(3.5), "student-t(3.5, 1, 2)", 1, 2),
                Arguments.of(Distribution.studentT(1, 0, 1), TDistribution.of(1), "student-t(1, 0, 1)", 0, 1),
                Arguments.of(Distribution.cauchy(2, 0.5), CauchyDistribution.of(2, 0.5), "cauchy(2, 0.5)", 0, 1),
                Arguments.of(Distribution.weibull(0.8, 3), WeibullDistribution.of(0.8, 3), "weibull(0.8, 3)", 0, 1),
                Arguments.of(
                        Distribution.scaledBeta(2, 3, -1, 5),
                        BetaDistribution.of(2, 3),
                        "scaled-beta(2, 3, -1, 5)",
                        -1,
                        6),
                Arguments.of(
                        Distribution.normal(1, 2).truncated(0, 4),
                        TruncatedNormalDistribution.of(1, 2, 0, 4),
                        "normal(1, 2) truncated(0, 4)",
                        0,
                        1));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("all")
    void samplesFollowTheOracle(
            Distribution distribution, ContinuousDistribution oracle, String notation, double location, double scale) {
        RandomGenerator rng = new Seed(5).child(notation).stream(0);
        double[] sample = new double[50_000];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = distribution.sample(rng);
            assertTrue(distribution.support().contains(sample[i]));
        }
        Goodness.assertContinuous(notation, sample, v -> oracle.cumulativeProbability((v - location) / scale));
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("all")
    void densityIsTheOracles(
            Distribution distribution, ContinuousDistribution oracle, String notation, double location, double scale) {
        for (double p = 0.001; p < 1; p += 0.0499) {
            double z = oracle.inverseCumulativeProbability(p);
            double expected = oracle.logDensity(z) - Math.log(scale);
            double actual = distribution.logDensity(location + scale * z);
            assertEquals(expected, actual, 1e-9 * Math.max(1, Math.abs(expected)), notation + " at " + z);
        }
        assertEquals(notation, distribution.toString());
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("all")
    void quantilesAreTheOracles(
            Distribution distribution, ContinuousDistribution oracle, String notation, double location, double scale) {
        if (!(distribution instanceof WithQuantiles known)) return;
        for (double p = 0; p <= 1; p += 0.0625) {
            double value = location + scale * oracle.inverseCumulativeProbability(p);
            assertEquals(value, known.quantile(p), 1e-12 * Math.max(1, Math.abs(value)), notation + " at " + p);
            assertTrue(known.support().contains(known.quantile(p)));
        }
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("all")
    void cumulativeIsTheOracles(
            Distribution distribution, ContinuousDistribution oracle, String notation, double location, double scale) {
        for (double p = 0.001; p < 1; p += 0.0499)
            assertEquals(
                    p,
                    distribution.cumulative(location + scale * oracle.inverseCumulativeProbability(p)),
                    1e-9,
                    notation);
    }

    /** Without an oracle: the density is the slope of the distribution function, and draws follow it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "half-cauchy(2)",
                "inverse-gamma(3, 2)",
                "cauchy(0, 1) truncated(-2, inf)",
                "gamma(2, 1) truncated(0.5, 3)",
                "log-uniform(1, 100) truncated(2, 30)"
            })
    void densityAndDrawsBelongToTheDistributionFunction(String notation) {
        Distribution distribution =
                Factor.read("x", notation, List.of(), List.of()).given(name -> Double.NaN);
        assertEquals(notation, distribution.toString());
        RandomGenerator rng = new Seed(8).child(notation).stream(0);
        double[] sample = new double[20_000];
        for (int i = 0; i < sample.length; i++) {
            double v = sample[i] = distribution.sample(rng);
            if (i >= 200) continue;
            double h = 1e-5 * Math.abs(v);
            double slope = (distribution.cumulative(v + h) - distribution.cumulative(v - h)) / (2 * h);
            assertEquals(slope, Math.exp(distribution.logDensity(v)), 1e-3 * slope, notation + " at " + v);
        }
        Goodness.assertContinuous(notation, sample, distribution::cumulative);
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("all")
    void thereIsNoDensityOutside(
            Distribution distribution, ContinuousDistribution oracle, String notation, double location, double scale) {
        Support support = distribution.support();
        if (Double.isFinite(support.lower()))
            assertEquals(Double.NEGATIVE_INFINITY, distribution.logDensity(support.lower() - 1e-3));
        if (Double.isFinite(support.upper()))
            assertEquals(Double.NEGATIVE_INFINITY, distribution.logDensity(support.upper() + 1e-3));
    }

    @Test
    void aWrongScaleIsSeen() {
        RandomGenerator rng = new Seed(6).stream(0);
        double[] sample = new double[50_000];
        for (int i = 0; i < sample.length; i++)
            sample[i] = Distribution.normal(0, 1.05).sample(rng);
        assertThrows(
                AssertionError.class,
                () -> Goodness.assertContinuous("wrong", sample, NormalDistribution.of(0, 1)::cumulativeProbability));
    }

    @Test
    void shapesNearZeroStayInside() {
        RandomGenerator rng = new Seed(7).stream(0);
        for (int i = 0; i < 2000; i++) {
            assertTrue(Distribution.gamma(1e-4, 1).sample(rng) > 0);
            double b = Distribution.beta(1e-4, 1e-4).sample(rng);
            assertTrue(b > 0 && b < 1);
            assertTrue(Double.isFinite(Distribution.studentT(0.01, 0, 1).sample(rng)));
        }
    }

    @Test
    void impossibleNumbersAreRefusedByName() {
        assertRefused("lower", () -> Distribution.uniform(Double.NaN, 1));
        assertRefused("lower < upper", () -> Distribution.uniform(1, 1));
        assertRefused("lower", () -> Distribution.logUniform(0, 1));
        assertRefused("deviation", () -> Distribution.normal(0, 0));
        assertRefused("shape", () -> Distribution.gamma(-1, 1));
        assertRefused("rate", () -> Distribution.exponential(Double.POSITIVE_INFINITY));
        assertRefused("degrees", () -> Distribution.studentT(0, 0, 1));
    }

    private static void assertRefused(String word, org.junit.jupiter.api.function.Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(word), message);
    }
}
