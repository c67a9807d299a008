package bayesflow4j.classical.abc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LocalLinearTest {
    private static final Prior BOUNDED = Prior.parse(List.of("a", "b"), List.of("uniform(0, 1)", "uniform(-2, a)"));
    private static final Prior REAL = Prior.parse(List.of("a"), List.of("normal(0, 1)"));

    private static double[][] offsets(int count, int columns, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        double[][] offsets = new double[count][columns];
        for (double[] row : offsets) for (int j = 0; j < columns; j++) row[j] = rng.nextGaussian() + 0.5;
        return offsets;
    }

    private static double[] lengths(double[][] rows) {
        double[] lengths = new double[rows.length];
        for (int i = 0; i < rows.length; i++) for (double value : rows[i]) lengths[i] = Math.hypot(lengths[i], value);
        return lengths;
    }

    /** Where θ is a linear function of the statistics on the unbounded scale, all that is left is its value at the data. */
    @Test
    void takesAwayWhatStatisticsExplain() {
        double[][] s = offsets(200, 3, 1);
        // A statistic that repeats another, and one that says nothing.
        for (double[] row : s) row[2] = 0;
        double[][] doubled = new double[s.length][];
        double[][] theta = new double[s.length][];
        for (int i = 0; i < s.length; i++) {
            doubled[i] = new double[] {s[i][0], s[i][1], s[i][2], s[i][0]};
            theta[i] = BOUNDED.fromReal(new double[] {0.3 + s[i][0] - 2 * s[i][1], -1 + 0.5 * s[i][1]});
        }
        WeightedDraws adjusted =
                Adjustment.LOCAL_LINEAR.apply(new Neighborhood(theta, doubled, lengths(doubled)), BOUNDED);
        for (double[] draw : adjusted.theta()) assertArrayEquals(BOUNDED.fromReal(new double[] {0.3, -1}), draw, 1e-6);
    }

    /** One parameter and one statistic, where the weighted slope is a ratio of two sums. */
    @Test
    void isTheWeightedRegression() {
        double[][] s = offsets(50, 1, 2);
        double[][] theta = offsets(50, 1, 3);
        double[] distances = lengths(s);
        WeightedDraws adjusted = Adjustment.LOCAL_LINEAR.apply(new Neighborhood(theta, s, distances), REAL);
        double farthest = 0;
        for (double distance : distances) farthest = Math.max(farthest, distance);
        double w = 0;
        double ws = 0;
        double wt = 0;
        double wss = 0;
        double wst = 0;
        for (int i = 0; i < 50; i++) {
            double weight = 1 - Math.pow(distances[i] / farthest, 2);
            assertEquals(weight, adjusted.weights()[i], 1e-12);
            w += weight;
            ws += weight * s[i][0];
            wt += weight * theta[i][0];
            wss += weight * s[i][0] * s[i][0];
            wst += weight * s[i][0] * theta[i][0];
        }
        double slope = (w * wst - ws * wt) / (w * wss - ws * ws);
        assertTrue(Math.abs(slope) > 0.01, "slope " + slope);
        for (int i = 0; i < 50; i++) assertEquals(theta[i][0] - slope * s[i][0], adjusted.theta()[i][0], 1e-6);
        // The mean of what is left is the intercept.
        assertEquals((wt - slope * ws) / w, adjusted.mean()[0], 1e-6);
    }

    /** Far extrapolation moves draws to the bounds, not beyond. */
    @Test
    void staysInTheSupport() {
        double[][] s = offsets(100, 2, 4);
        double[][] theta = new double[100][];
        for (int i = 0; i < 100; i++) {
            theta[i] = BOUNDED.fromReal(new double[] {3 * s[i][0], 3 * s[i][1]});
            s[i][0] += 40;
            s[i][1] -= 40;
        }
        WeightedDraws adjusted = Adjustment.LOCAL_LINEAR.apply(new Neighborhood(theta, s, lengths(s)), BOUNDED);
        for (double[] draw : adjusted.theta()) assertTrue(BOUNDED.contains(draw));
    }

    @Test
    void equalDistancesHaveEqualWeights() {
        assertArrayEquals(new double[] {1, 1, 1}, LocalLinear.weights(new double[] {2, 2, 2}));
        assertArrayEquals(new double[] {1, 1}, LocalLinear.weights(new double[] {0, 0}));
        assertArrayEquals(new double[] {1, 0.75, 0}, LocalLinear.weights(new double[] {0, 1, 2}));
    }
}
