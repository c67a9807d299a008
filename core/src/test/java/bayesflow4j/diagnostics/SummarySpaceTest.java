package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Summaries: eight correlated, skewed numbers and one that is constant, as a unit of a network that is never active. */
class SummarySpaceTest {
    private static final SummarySpace SPACE = SummarySpace.of(summaries(600, 1));

    private static double[][] summaries(int count, int purpose) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    RandomGenerator rng = new Seed(purpose).child("summaries").stream(i);
                    double[] s = new double[9];
                    double shared = rng.nextGaussian();
                    for (int c = 0; c < 8; c++) s[c] = Math.exp(0.5 * shared) + 0.3 * c * rng.nextGaussian();
                    s[8] = 0.25;
                    return s;
                })
                .toArray(double[][]::new);
    }

    /** 2000 data sets of the right model at 5 %: given the reference, the rate itself varies by ± 1.3 %. */
    @Test
    void theFalseAlarmRateIsTheStatedOne() {
        double[][] fresh = summaries(2000, 2);
        long alarms =
                Arrays.stream(fresh).filter(s -> SPACE.of(s).exceeds(0.05)).count();
        assertTrue(alarms < 2000 * 0.10, "false alarms: " + alarms);
        assertTrue(alarms > 2000 * 0.01, "a test that never warns: " + alarms);
    }

    @Test
    void contaminatedDataAreSeen() {
        for (double[] s : summaries(100, 3)) {
            s[7] += 20;
            assertTrue(SPACE.of(s).exceeds(0.01));
        }
        double[] awake = summaries(1, 3)[0];
        awake[8] += 0.1;
        assertTrue(SPACE.of(awake).exceeds(0.01), "a unit that was never active before");
    }

    /** A test that forgets the covariance, the obvious wrong implementation, misses this point; ours does not. */
    @Test
    void aPointThatOnlyBreaksTheCorrelationIsSeen() {
        double[][] reference = IntStream.range(0, 400)
                .mapToObj(i -> {
                    RandomGenerator rng = new Seed(7).stream(i);
                    double a = rng.nextGaussian();
                    return new double[] {a, a + 0.05 * rng.nextGaussian()};
                })
                .toArray(double[][]::new);
        double[] odd = {0.8, -0.8};
        assertTrue(SummarySpace.of(reference).of(odd).exceeds(0.01));
        assertTrue(Math.hypot(odd[0], odd[1]) < 1.5, "within each margin it is usual");
    }

    @Test
    void mistakesAreNamed() {
        assertThrows(IllegalArgumentException.class, () -> SummarySpace.of(summaries(10, 1)));
        assertThrows(IllegalArgumentException.class, () -> SPACE.of(new double[3]));
        assertEquals(SPACE.of(summaries(1, 5)[0]), SPACE.of(summaries(1, 5)[0]));
    }
}
