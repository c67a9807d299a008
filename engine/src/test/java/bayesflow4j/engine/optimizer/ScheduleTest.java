package bayesflow4j.engine.optimizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void constantStays() {
        assertEquals(1e-3f, new Schedule.Constant(1e-3f).rate(1_000_000));
    }

    @Test
    void exponentialDecayFallsByStairs() {
        Schedule decay = new Schedule.ExponentialDecay(1e-3f, 0.95f, 2000);
        assertEquals(1e-3f, decay.rate(1));
        assertEquals(1e-3f, decay.rate(2000));
        assertEquals(0.95e-3f, decay.rate(2001), 1e-9f);
        assertEquals(1e-3 * Math.pow(0.95, 49), decay.rate(100_000), 1e-8);
    }

    @Test
    void cosineRisesAndFalls() {
        Schedule cosine = new Schedule.Cosine(1e-3f, 1e-5f, 100, 1100);
        assertEquals(1e-5f, cosine.rate(1), 1e-9f);
        assertEquals(1e-3f, cosine.rate(100));
        assertEquals((1e-3f + 1e-5f) / 2, cosine.rate(600), 1e-8f);
        assertEquals(1e-5f, cosine.rate(1100), 1e-9f);
        assertEquals(1e-5f, cosine.rate(5000), 1e-9f);
    }

    @Test
    void nonsenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Schedule.Constant(0));
        assertThrows(IllegalArgumentException.class, () -> new Schedule.ExponentialDecay(1e-3f, 1.5f, 10));
        assertThrows(IllegalArgumentException.class, () -> new Schedule.ExponentialDecay(1e-3f, 0.9f, 0));
        assertThrows(IllegalArgumentException.class, () -> new Schedule.Cosine(1e-3f, 1e-2f, 0, 10));
        assertThrows(IllegalArgumentException.class, () -> new Schedule.Cosine(1e-3f, 0f, 10, 10));
    }
}
