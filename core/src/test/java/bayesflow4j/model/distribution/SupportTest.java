package bayesflow4j.model.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SupportTest {
    private static final List<Support> ALL = List.of(
            Support.REAL,
            Support.POSITIVE,
            new Support.Above(-3.5),
            new Support.Below(7),
            new Support.Interval(0.01, 1),
            new Support.Interval(-1e6, 1e-6),
            new Support.Interval(1, Math.nextUp(1.0)));

    @Test
    void everyRealNumberStandsForAValueInside() {
        for (Support support : ALL)
            for (double real : new double[] {-Double.MAX_VALUE, -1e4, -800, -40, -1, 0, 1, 40, 800, 1e4, 1e300}) {
                double value = support.fromReal(real);
                assertTrue(support.contains(value), support + " at " + real + ": " + value);
                assertTrue(Double.isFinite(support.toReal(value)), support + " at " + real);
            }
    }

    @Test
    void thereAndBack() {
        for (Support support : ALL.subList(0, 5))
            for (double real = -15; real <= 15; real += 0.37)
                assertEquals(real, support.toReal(support.fromReal(real)), 1e-7, support.toString());
    }

    @Test
    void logSlopeIsTheLogarithmOfTheDerivative() {
        for (Support support : ALL.subList(0, 5))
            for (double real = -4; real <= 4; real += 0.5) {
                double value = support.fromReal(real);
                double h = 1e-6 * (support.fromReal(real + 0.1) - value);
                double slope = (support.toReal(value + h) - support.toReal(value - h)) / (2 * h);
                assertEquals(Math.log(slope), support.logSlope(value), 1e-4, support + " at " + value);
            }
    }

    @Test
    void theBoundaryIsInsideAndFinite() {
        Support support = new Support.Interval(0.3, 0.7);
        assertTrue(support.contains(0.3) && support.contains(0.7));
        assertTrue(Double.isFinite(support.toReal(0.3)) && Double.isFinite(support.toReal(0.7)));
        assertFalse(support.contains(Math.nextDown(0.3)));
        assertFalse(Support.REAL.contains(Double.NaN) || Support.POSITIVE.contains(Double.POSITIVE_INFINITY));
    }

    @Test
    void betweenChoosesByWhichBoundsAreFinite() {
        double infinity = Double.POSITIVE_INFINITY;
        assertEquals(Support.REAL, Support.between(-infinity, infinity));
        assertEquals(new Support.Above(2), Support.between(2, infinity));
        assertEquals(new Support.Below(2), Support.between(-infinity, 2));
        assertEquals(new Support.Interval(1, 2), Support.between(1, 2));
        assertThrows(IllegalArgumentException.class, () -> Support.between(2, 2));
        assertThrows(IllegalArgumentException.class, () -> Support.between(Double.NaN, 2));
    }
}
