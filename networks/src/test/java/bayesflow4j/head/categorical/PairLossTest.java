package bayesflow4j.head.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PairLossTest {
    private static final double STEP = 1e-5;

    @Test
    void slopesAndCurvaturesAreDerivatives() {
        for (double u = -9.05; u < 9; u += 0.1) {
            double slope = (PairLoss.value(u + STEP) - PairLoss.value(u - STEP)) / (2 * STEP);
            assertEquals(1, PairLoss.slope(u) / slope, 1e-4, "slope at " + u);
            double curvature = (PairLoss.slope(u + STEP) - PairLoss.slope(u - STEP)) / (2 * STEP);
            if (u < 6) assertEquals(1, PairLoss.curvature(u) / curvature, 1e-6, "curvature at " + u);
            else assertTrue(PairLoss.curvature(u) >= curvature);
            assertTrue(PairLoss.slope(u + 0.1) >= PairLoss.slope(u), "convex at " + u);
        }
    }

    @Test
    void valuesAndSlopesHaveNoJumps() {
        for (double bend : new double[] {-6, 6}) {
            assertEquals(1, PairLoss.value(bend - 1e-9) / PairLoss.value(bend + 1e-9), 1e-7);
            assertEquals(1, PairLoss.slope(bend - 1e-9) / PairLoss.slope(bend + 1e-9), 1e-7);
        }
    }

    /** Log-odds t = log p(k)/p(y): the expected loss p(y) φ(f/2) + p(k) φ(−f/2) is smallest at f = t, up to odds of e³⁰. */
    @Test
    void theTrueOddsAreBest() {
        for (double t : new double[] {0.5, 5, 11, 13, 20, 30}) {
            double odds = Math.exp(t);
            assertEquals(1, PairLoss.slope(t / 2) / (odds * PairLoss.slope(-t / 2)), 1e-12, "odds of e^" + t);
            for (double away : new double[] {-1, 1})
                assertTrue(expected(t + away, odds) > expected(t, odds), "odds of e^" + t);
        }
    }

    private static double expected(double f, double odds) {
        return PairLoss.value(f / 2) + odds * PairLoss.value(-f / 2);
    }
}
