package bayesflow4j.classical.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LinearAxesTest {
    private static final Prior PRIOR = Prior.of("a", Distribution.uniform(0, 2)).and("b", Distribution.normal(0, 1));
    private static final int NOISY = 16;
    private static final double NOISE = 0.1;

    /** Parameters that are linear in the statistics on the line, one of which never changes and one of which repeats another. */
    private static ReferenceTable linear(int rows) {
        RandomGenerator rng = new Seed(3).stream(0);
        List<double[]> theta = new ArrayList<>();
        List<double[]> statistics = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            double s = rng.nextGaussian();
            double t = 1e4 * rng.nextGaussian();
            theta.add(PRIOR.fromReal(new double[] {1 + 2 * s - 1e-4 * t, 0.5 * s}));
            statistics.add(new double[] {s, t, 7, s});
        }
        return ReferenceTable.of(theta, statistics);
    }

    @Test
    void foundWhereTheyAreExact() {
        LinearAxes axes = LinearAxes.of(linear(500), PRIOR);
        assertEquals(6, axes.width());
        float[] features = axes.features(new float[] {0.3f, 2e4f, 7, 0.3f});
        assertArrayEquals(new float[] {0.3f, 2e4f, 7, 0.3f}, Arrays.copyOf(features, 4));
        assertEquals(1 + 2 * 0.3 - 2, features[4], 1e-3);
        assertEquals(0.15, features[5], 1e-3);
    }

    @Test
    void noneForFewRows() {
        assertEquals(4, LinearAxes.of(linear(49), PRIOR).width());
        assertEquals(6, LinearAxes.of(linear(50), PRIOR).width());
    }

    @Test
    void wrongNumbersAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new LinearAxes(3, new float[5]));
        assertThrows(IllegalArgumentException.class, () -> LinearAxes.none(3).features(new float[2]));
    }

    /** Posterior sd of a parameter that is the mean of 16 statistics and noise, in units of that noise. */
    private static double width(boolean axes) {
        RandomGenerator rng = new Seed(5).stream(0);
        List<double[]> theta = new ArrayList<>();
        List<double[]> statistics = new ArrayList<>();
        for (int i = 0; i < 4000; i++) {
            double[] s = rng.doubles(NOISY, -1, 1).toArray();
            double sum = 0;
            for (double one : s) sum += one / 4;
            theta.add(new double[] {sum + NOISE * rng.nextGaussian()});
            statistics.add(s);
        }
        ReferenceTable table = ReferenceTable.of(theta, statistics);
        Prior line = Prior.of("sum", Distribution.normal(0, 1));
        LinearAxes own = axes ? LinearAxes.of(table, line) : LinearAxes.none(NOISY);
        QuantileForest forest = new ForestGrowth(
                        own.features(table, 2), ForestDesign.DEFAULT.withTrees(60), 2, TrainingListener.SILENT)
                .grow("sum", table.column(0), new Seed(8));
        ForestMarginal given = forest.given(own.features(new float[NOISY]));
        return (given.quantile(0.84) - given.quantile(0.16)) / 2 / NOISE;
    }

    /** The noise is all that data leave open; trees that see one statistic at a time leave four times as much. */
    @Test
    void makePosteriorsAsNarrowAsTheDataAllow() {
        assertEquals(1, width(true), 0.25);
        assertTrue(width(false) > 3);
    }
}
