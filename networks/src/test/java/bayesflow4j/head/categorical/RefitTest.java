package bayesflow4j.head.categorical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Classes whose true log-odds against the first are known, and classifiers that are right or wrong in a known way. */
class RefitTest {
    private static final int SETS = 20_000;

    /** Three classes with logits 0, z₁ and z₂, of which the classifier says a share. */
    private static Refit refit(double share) {
        RandomGenerator rng = new Seed(1).stream(0);
        double[][] logits = new double[SETS][3];
        double[][][] features = new double[SETS][3][];
        int[] labels = new int[SETS];
        for (int m = 0; m < SETS; m++) {
            double[] exact = {0, rng.nextGaussian(0, 2), rng.nextGaussian(0, 2)};
            double sum = 0;
            for (double f : exact) sum += Math.exp(f);
            double u = rng.nextDouble() * sum;
            while (labels[m] < 2 && (u -= Math.exp(exact[labels[m]])) >= 0) labels[m]++;
            for (int k = 0; k < 3; k++) {
                logits[m][k] = share * exact[k];
                features[m][k] = new double[] {10 + exact[k], 1};
            }
        }
        return new Refit(logits, features, labels);
    }

    /** The change of class k from 0 to f, against that of the first class. */
    private static double change(double[][] coefficients, int k, double f) {
        return coefficients[k][0] * (10 + f) + coefficients[k][1] - coefficients[0][0] * 10 - coefficients[0][1];
    }

    @Test
    void cautionIsMadeUpFor() {
        double[][] coefficients = refit(0.5).draw(new Seed(2), () -> {});
        for (int k = 1; k < 3; k++)
            for (double f : new double[] {-3, 0, 3}) assertEquals(f / 2, change(coefficients, k, f), 0.25);
    }

    @Test
    void whatIsRightStays() {
        Refit refit = refit(1);
        double squares = 0;
        for (int r = 0; r < 4; r++) {
            double change = change(refit.draw(new Seed(r), () -> {}), 1, 3);
            assertEquals(0, change, 0.25);
            squares += change * change;
        }
        assertTrue(squares > 0, "random halves differ");
        assertArrayEquals(refit.draw(new Seed(1), () -> {})[2], refit.draw(new Seed(1), () -> {})[2]);
    }

    /** Halves have the shares of the classes that the data sets have, so that a classifier that says so stays as it is. */
    @Test
    void sharesOfTheClassesAreNoError() {
        int[] labels = new int[300];
        double[][] logits = new double[300][2];
        double[][][] features = new double[300][2][];
        for (int m = 0; m < 300; m++) {
            labels[m] = m % 3 == 0 ? 1 : 0;
            logits[m][0] = Math.log(2);
            for (int k = 0; k < 2; k++) features[m][k] = new double[] {1};
        }
        Refit refit = new Refit(logits, features, labels);
        for (int r = 0; r < 20; r++) {
            double[][] coefficients = refit.draw(new Seed(r), () -> {});
            assertEquals(0, coefficients[1][0] - coefficients[0][0], 1e-4);
        }
    }

    /** Without a prior, the best change would be infinite. */
    @Test
    void classesThatNeverOverlapGiveFiniteChanges() {
        double[][] logits = new double[200][2];
        double[][][] features = new double[200][2][];
        int[] labels = new int[200];
        for (int m = 0; m < 200; m++) {
            labels[m] = m % 2;
            for (int k = 0; k < 2; k++) features[m][k] = new double[] {k == 0 ? 0 : 2 * labels[m] - 1, 1};
        }
        double[][] coefficients = new Refit(logits, features, labels).draw(new Seed(1), () -> {});
        double odds = coefficients[1][0] + coefficients[1][1] - coefficients[0][1];
        assertTrue(odds > 5 && odds < 50, "log-odds " + odds);
    }
}
