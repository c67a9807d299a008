package bayesflow4j.head.matching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DormandPrinceTest {
    private static final int LANES = 4;

    /** A rotation by 2π whose speed is that of the starting radius: every row needs steps of its own. */
    private static void rotation(double[] time, double[] y, double[] to) {
        int lanes = time.length;
        for (int lane = 0; lane < lanes; lane++) {
            double u = y[lane];
            double v = y[lanes + lane];
            double speed = u * u + v * v;
            to[lane] = -speed * v;
            to[lanes + lane] = speed * u;
        }
    }

    private static double[] rows(int count) {
        double[] rows = new double[2 * count];
        for (int i = 0; i < count; i++) rows[2 * i] = 0.3 + 0.4 * i;
        return rows;
    }

    private static double[] carried(double[] rows, double from, double to, int lanes, double tolerance) {
        double[] ends = rows.clone();
        new DormandPrince(2, lanes, tolerance).integrate(DormandPrinceTest::rotation, from, to, ends);
        return ends;
    }

    @Test
    void theSolutionIsTheExactOne() {
        double[] rows = rows(7);
        double[] ends = carried(rows, 0, 1, LANES, 1e-8);
        for (int i = 0; i < 7; i++) {
            double r = rows[2 * i];
            assertEquals(r * Math.cos(r * r), ends[2 * i], 1e-6);
            assertEquals(r * Math.sin(r * r), ends[2 * i + 1], 1e-6);
        }
    }

    @Test
    void theWayBackLeadsToTheStart() {
        double[] rows = rows(7);
        assertArrayEquals(rows, carried(carried(rows, 0, 1, LANES, 1e-8), 1, 0, LANES, 1e-8), 1e-6);
    }

    /** The error of a step is bounded; where speeds depend on radii, errors of many steps grow to some ten times that. */
    @Test
    void theToleranceIsKept() {
        double[] exact = carried(rows(4), 0, 1, LANES, 1e-10);
        for (double tolerance : new double[] {1e-2, 1e-4, 1e-6}) {
            double[] ends = carried(rows(4), 0, 1, LANES, tolerance);
            double worst = 0;
            for (int i = 0; i < ends.length; i++) worst = Math.max(worst, Math.abs(ends[i] - exact[i]));
            assertTrue(worst < 100 * tolerance && worst > 1e-4 * tolerance, worst + " at " + tolerance);
        }
    }

    @Test
    void aRowDoesNotDependOnItsNeighborsOrTheNumberOfLanes() {
        double[] together = carried(rows(23), 0, 1, LANES, 1e-4);
        assertArrayEquals(together, carried(rows(23), 0, 1, 1, 1e-4));
        assertArrayEquals(together, carried(rows(23), 0, 1, 64, 1e-4));
        assertArrayEquals(Arrays.copyOf(together, 10), carried(rows(5), 0, 1, LANES, 1e-4));
    }

    @Test
    void aFieldThatIsNotFiniteIsCrossed() {
        double[] rows = {1, 2};
        new DormandPrince(2, LANES, 1e-4).integrate((time, y, to) -> Arrays.fill(to, Double.NaN), 0, 1, rows);
        assertTrue(Double.isNaN(rows[0]));
    }
}
