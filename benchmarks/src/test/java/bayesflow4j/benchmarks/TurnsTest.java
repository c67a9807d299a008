package bayesflow4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void eachRoundBeginsWithAnother() {
        List<String> order = new ArrayList<>();
        Contestant a = seconds -> noted(order, "a", 1);
        Contestant b = seconds -> noted(order, "b", 3);
        Turns turns = Turns.take(List.of(a, b), 2, 0);
        assertEquals(List.of("a", "b", "b", "a"), order);
        assertArrayEquals(new double[][] {{1, 1}, {3, 3}}, turns.seconds());
        assertEquals(3, turns.ratio(1).median());
    }

    private static double noted(List<String> order, String name, double seconds) {
        order.add(name);
        return seconds;
    }

    @Test
    void ratiosAreTakenWithinARound() {
        Turns turns = new Turns(new double[][] {{1, 10, 2}, {2, 20, 8}});
        assertEquals(new Turns.Spread(2, 2, 2, 3, 4), turns.ratio(1));
        assertEquals(new Turns.Spread(1, 1.5, 2, 6, 10), turns.of(0));
    }

    @Test
    void aTurnHasTheLeastNumberOfStepsHoweverShortItIs() {
        AtomicInteger steps = new AtomicInteger();
        OwnTurns own = new OwnTurns(new Workload("W", "counts", 1, false, steps::incrementAndGet), 0);
        assertEquals(1, steps.get());
        own.turn(0);
        assertEquals(21, steps.get());
    }
}
