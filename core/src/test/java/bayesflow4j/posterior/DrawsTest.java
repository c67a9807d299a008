package bayesflow4j.posterior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class DrawsTest {
    private final Draws draws = Draws.of(List.of("a", "b"), new double[][] {{1, 10}, {4, 0}, {2, 5}, {3, 7}});

    @Test
    void momentsAndQuantilesAreThoseOfNumpy() {
        assertArrayEquals(new double[] {2.5, 5.5}, draws.mean());
        // numpy 2.4: np.std(ddof=1), np.cov, np.quantile(…, [0.1, 0.5, 1.0])
        assertArrayEquals(new double[] {1.2909944487358056, 4.203173404306164}, draws.sd(), 1e-14);
        assertArrayEquals(new double[] {1.6666666666666667, -4.666666666666667}, draws.covariance()[0], 1e-14);
        assertArrayEquals(new double[] {-4.666666666666667, 17.666666666666668}, draws.covariance()[1], 1e-14);
        assertArrayEquals(new double[] {1.5, 6.0, 10.0}, draws.quantiles(1, 0.1, 0.5, 1.0), 1e-14);
        assertArrayEquals(new double[] {2.5, 6.0}, draws.median(), 1e-14);
    }

    @Test
    void rowsAndColumnsComeBack() {
        assertEquals(4, draws.count());
        assertArrayEquals(new double[] {4, 0}, draws.row(1));
        assertArrayEquals(new double[] {10, 0, 5, 7}, draws.column(1));
    }

    @Test
    void whatTheCallerDoesLaterChangesNothing() {
        double[] values = {1, 2};
        Draws own = Draws.of(List.of("a"), values);
        values[0] = 9;
        own.column(0)[1] = 9;
        assertArrayEquals(new double[] {1, 2}, own.column(0));
    }

    @Test
    void mistakesAreNamed() {
        assertMessage("rows[1]: expected 1 numbers", () -> Draws.of(List.of("a"), new double[][] {{1}, {1, 2}}));
        assertMessage(
                "draw 1 of b: expected a finite",
                () -> Draws.of(List.of("a", "b"), new double[] {1, 2, 3, Double.NaN}));
        assertMessage("positive multiple of 2", () -> Draws.of(List.of("a", "b"), new double[] {1}));
        assertMessage("different names", () -> Draws.of(List.of("a", "a"), new double[] {1, 2}));
        assertMessage("probability: expected", () -> draws.quantiles(0, 1.5));
    }

    private static void assertMessage(String part, Runnable call) {
        String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
        assertTrue(message.contains(part), message);
    }
}
