package bayesflow4j.models.levy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Goodness;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.CauchyDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StableNoiseTest {
    private static double[] draws(double alpha, double scale, int count, long key) {
        StableNoise noise = new StableNoise(alpha, scale);
        Sfc32 words = new Sfc32();
        double[] draws = new double[count];
        for (int i = 0; i < count; i++) {
            // Streams of 50 draws, as flights use them.
            if (i % 50 == 0) words.start(key, i / 50);
            int angle = words.next();
            draws[i] = noise.of(angle, words.next());
        }
        return draws;
    }

    @Test
    void atAlphaOneItIsCauchys() {
        Goodness.assertContinuous(
                "Cauchy", draws(1, 2, 500_000, 1), CauchyDistribution.of(0, 2)::cumulativeProbability);
    }

    @Test
    void atAlphaTwoItIsNormalWithTwiceTheSquaredScale() {
        Goodness.assertContinuous(
                "normal", draws(2, 3, 500_000, 2), NormalDistribution.of(0, 3 * Math.sqrt(2))::cumulativeProbability);
    }

    /**
     * E cos(tX) = e^(−|t|^α) and E sin(tX) = 0 define the distribution. Five standard errors: 40 comparisons raise a false alarm
     * once in fifty thousand.
     */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.001, 1.3, 1.5, 1.9, 1.999, 2})
    void theCharacteristicFunctionIsThatOfTheStableLaw(double alpha) {
        int count = 400_000;
        double[] x = draws(alpha, 1, count, 3);
        for (double t : new double[] {0.01, 0.1, 0.3, 0.7, 1, 1.5, 2.5, 4}) {
            double cosine = 0;
            double sine = 0;
            for (double v : x) {
                cosine += Math.cos(t * v) / count;
                sine += Math.sin(t * v) / count;
            }
            double exact = Math.exp(-Math.pow(t, alpha));
            double twice = Math.exp(-Math.pow(2 * t, alpha));
            assertEquals(exact, cosine, 5 * Math.sqrt(((1 + twice) / 2 - exact * exact) / count), "cos at " + t);
            assertEquals(0, sine, 5 * Math.sqrt((1 - twice) / 2 / count), "sin at " + t);
        }
    }

    @Test
    void aNeighboringAlphaIsSeen() {
        double[] x = draws(1.5, 1, 400_000, 4);
        double cosine = 0;
        for (double v : x) cosine += Math.cos(0.1 * v) / x.length;
        double twice = Math.exp(-Math.pow(0.2, 1.5));
        double exact = Math.exp(-Math.pow(0.1, 1.5));
        double error = Math.sqrt(((1 + twice) / 2 - exact * exact) / x.length);
        assertTrue(Math.abs(Math.exp(-Math.pow(0.1, 1.53)) - cosine) > 5 * error);
    }

    /** The formula in double precision, from the same two uniform floats. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.001, 1.25, 1.5, 1.75, 1.999, 2})
    void singlePrecisionFollowsTheExactFormula(double alpha) {
        StableNoise noise = new StableNoise(alpha, 1);
        RandomGenerator rng = new Seed(5).stream(0);
        int count = 500_000;
        for (int i = 0; i < count; i++) {
            int angle = rng.nextInt();
            int time = rng.nextInt();
            double exact = exact((float) alpha, angle, time);
            assertEquals(exact, noise.of(angle, time), 1e-5 * Math.abs(exact) + 2e-6);
        }
    }

    private static double exact(double alpha, int angle, int time) {
        double r = ((angle & Integer.MAX_VALUE) | 1) * StableNoise.ANGLE_UNIT;
        double u = Math.PI * (0.5 - r) * (angle < 0 ? -1 : 1);
        double e = StableNoise.LEAST * Math.log(2) - Math.log(((time >>> 1) | 1) * StableNoise.TIME_UNIT);
        return Math.sin(alpha * u)
                / Math.pow(Math.cos(u), 1 / alpha)
                * Math.pow(Math.cos((1 - alpha) * u) / e, (1 - alpha) / alpha);
    }

    @Test
    void theExtremeWordsGiveFiniteNumbers() {
        for (double alpha : new double[] {1, 1.001, 1.5, 2})
            for (int angle : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
                for (int time : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
                    assertTrue(Float.isFinite(new StableNoise(alpha, 1).of(angle, time)));
        assertThrows(IllegalArgumentException.class, () -> new StableNoise(0.99, 1));
        assertThrows(IllegalArgumentException.class, () -> new StableNoise(2.01, 1));
        assertThrows(IllegalArgumentException.class, () -> new StableNoise(Double.NaN, 1));
    }
}
