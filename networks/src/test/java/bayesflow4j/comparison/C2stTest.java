package bayesflow4j.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * 1000 draws a side: under equal laws the accuracy on 2000 points has a standard error of 0.011, so 0.555 is passed once in
 * three million times. Expected accuracies are those of the best possible classifier.
 */
class C2stTest {
    private static double[][] normal(int index, double mean, double sd) {
        RandomGenerator rng = new Seed(41).stream(index);
        double[][] rows = new double[1000][2];
        for (double[] row : rows) for (int j = 0; j < 2; j++) row[j] = mean + sd * rng.nextGaussian();
        return rows;
    }

    private static double accuracy(double[][] other) {
        return C2st.of(normal(0, 0, 1), other, new Seed(1)).mean();
    }

    @Test
    void equalLawsCannotBeToldApart() {
        double accuracy = accuracy(normal(1, 0, 1));
        assertTrue(accuracy > 0.445 && accuracy < 0.555, "accuracy " + accuracy);
    }

    /** Best: Φ(½·√2) for a shift by 1 in both; for half the width in two dimensions 0.736, at the radius of equal density. */
    @Test
    void shiftedTooNarrowAndTooWideAreToldApart() {
        assertEquals(0.760, accuracy(normal(1, 1, 1)), 0.035);
        double radius2 = 2 * Math.log(4) / 3;
        double best = 0.5 * (Math.exp(-radius2 / 2) + 1 - Math.exp(-2 * radius2));
        assertEquals(best, accuracy(normal(1, 0, 0.5)), 0.035);
        assertEquals(best, accuracy(normal(1, 0, 2)), 0.035);
    }

    /** The margins are right, the ring is not: a linear classifier, the obvious wrong one, would say ½. */
    @Test
    void aDifferenceThatNoLineSeparatesIsSeen() {
        double[][] ring = normal(1, 0, 1);
        for (double[] row : ring) {
            double scale = Math.sqrt(2) / Math.hypot(row[0], row[1]);
            row[0] *= scale;
            row[1] *= scale;
        }
        assertTrue(accuracy(ring) > 0.85);
    }

    @Test
    void theSameSeedGivesTheSameNumber() {
        Draws a = Draws.of(List.of("a", "b"), normal(0, 0, 1));
        Draws b = Draws.of(List.of("a", "b"), normal(1, 0, 1));
        Estimate first = C2st.of(a, b, new Seed(3));
        assertEquals(first, C2st.of(a, b, new Seed(3)));
        assertThrows(
                IllegalArgumentException.class,
                () -> C2st.of(a, Draws.of(List.of("a", "c"), normal(1, 0, 1)), new Seed(3)));
        assertThrows(IllegalArgumentException.class, () -> C2st.of(new double[3][1], new double[3][1], new Seed(3)));
    }
}
