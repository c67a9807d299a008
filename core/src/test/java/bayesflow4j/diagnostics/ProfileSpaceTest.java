package bayesflow4j.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Growth toward a carrying capacity between 10 and 1000, log-uniform, with log-normal noise; 30 to 60 steps. */
class ProfileSpaceTest {
    private static final int STEPS = 40;
    private static final DataProfile PROFILE = new DataProfile(DataKind.SERIES, List.of(new Column("density")));
    private static final ProfileSpace SPACE = ProfileSpace.of(IntStream.range(0, 1000)
            .mapToObj(k -> PROFILE.of(series(
                    new Seed(1).stream(k), 30 + new Seed(6).stream(k / 64).nextInt(31))))
            .toArray(double[][]::new));

    private static Observations series(RandomGenerator rng) {
        return series(rng, STEPS);
    }

    private static Observations series(RandomGenerator rng, int steps) {
        double capacity = StrictMath.exp(StrictMath.log(10) + rng.nextDouble() * StrictMath.log(100));
        double noise = 0.05 + 0.3 * rng.nextDouble();
        double[] x = new double[steps];
        double size = capacity / 10;
        for (int t = 0; t < steps; t++) {
            size += 0.4 * size * (1 - size / capacity);
            x[t] = size * StrictMath.exp(noise * rng.nextGaussian());
        }
        return Observations.of(x);
    }

    private static Surprise surprise(Observations x) {
        return SPACE.of(PROFILE.of(x));
    }

    private static String reason(Observations x) {
        return PROFILE.names().get(SPACE.worst(PROFILE.of(x)));
    }

    /** Rows are counted from 1, and missing ones are counted too. */
    @Test
    void extremesAreNamedWithTheirRows() {
        Observations x = Observations.of(3, Double.NaN, 3, 1, 1, 1, 90, 2, -50, 3);
        List<String> names = PROFILE.names();
        List<String> words = IntStream.range(0, names.size())
                .mapToObj(q -> PROFILE.words(q, x))
                .toList();
        for (String expected : List.of(
                "the mean of density",
                "the smallest value of density (row 9)",
                "an outlier above the others in density (row 7)",
                "a jump in density (from row 6 to row 7)",
                "the longest constant stretch of density (rows 4 to 6)"))
            assertTrue(words.contains(expected), expected + " among " + words);
        DataProfile two = new DataProfile(DataKind.SET, List.of(new Column("a"), new Column("b")));
        Observations set = new Observations(3, 2, new float[] {1, 5, 2, 9, 3, 6});
        assertEquals("an outlier above the others in b (row 2)", two.words(11, set));
        assertEquals("the correlation of a and b", two.words(14, set));
    }

    /** Both lie within the range of all simulated values: only relative to their own series are they strange. */
    @Test
    void twoOutliersOfFifteenTimesTheValueAreSeen() {
        int seen = 0;
        for (int k = 0; k < 20; k++) {
            Observations x = series(new Seed(2).stream(k));
            x.values()[25] *= 15;
            x.values()[33] *= 15;
            if (surprise(x).exceeds(0.005)) seen++;
        }
        assertTrue(seen >= 18, seen + " of 20");
    }

    @Test
    void aConstantSeriesIsSeen() {
        double[] constant = new double[STEPS];
        Arrays.fill(constant, 50);
        Observations x = Observations.of(constant);
        assertTrue(surprise(x).exceeds(0.005), surprise(x).toString());
        assertTrue(
                List.of(
                                "the share of distinct values in density",
                                "the longest constant stretch of density",
                                "the spread of density")
                        .contains(reason(x)),
                reason(x));
    }

    @Test
    void aJumpIsNamed() {
        Observations x = series(new Seed(3).stream(0));
        for (int t = 0; t < STEPS; t++) x.values()[t] = t < 20 ? 1 + t * 1e-3f : 900 + t * 1e-3f;
        assertTrue(surprise(x).exceeds(0.005));
        assertEquals("a jump in density", reason(x));
    }

    /**
     * Batches share their number of steps, so few numbers occur in the reference, and data sets have others. At 1 %, 2000 simulated data sets get 20 alarms, given the reference a beta-binomial with a deviation of 7.7; more than 48 come
     * once in 1000 references.
     */
    @Test
    void ordinaryDataRaiseNoMoreAlarmsThanStated() {
        long alarms = IntStream.range(0, 2000)
                .filter(k ->
                        surprise(series(new Seed(4).stream(k), 30 + k % 31)).exceeds(0.01))
                .count();
        assertTrue(alarms <= 48 && alarms >= 1, alarms + " of 2000");
    }

    @Test
    void missingValuesAreLeftOut() {
        Observations x = series(new Seed(5).stream(0));
        x.values()[3] = Float.NaN;
        assertEquals(PROFILE.names().size(), PROFILE.of(x).length);
        for (double value : PROFILE.of(x)) assertTrue(Double.isFinite(value));
    }
}
