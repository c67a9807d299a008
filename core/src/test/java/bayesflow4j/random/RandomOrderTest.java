package bayesflow4j.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.junit.jupiter.api.Test;

class RandomOrderTest {
    @Test
    void everyNumberOccursOnce() {
        for (int size : new int[] {0, 1, 2, 17, 1000}) {
            int[] order = RandomOrder.of(size, new Seed(1).stream(size));
            Arrays.sort(order);
            assertArrayEquals(IntStream.range(0, size).toArray(), order);
        }
    }

    /** A χ²-test of 24 000 draws over the 24 orders of four numbers; false-alarm rate 1e-6. */
    @Test
    void allOrdersAreEquallyLikely() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < 24_000; i++)
            counts.merge(Arrays.toString(RandomOrder.of(4, new Seed(2).stream(i))), 1, Integer::sum);
        assertEquals(24, counts.size());
        double statistic = counts.values().stream()
                .mapToDouble(count -> (count - 1000) * (count - 1000) / 1000.0)
                .sum();
        double p = ChiSquaredDistribution.of(23).survivalProbability(statistic);
        assertTrue(p > 1e-6, "p = " + p);
    }

    /** Trained networks depend on these numbers: they may never change. */
    @Test
    void theOrderOfAStreamIsFixed() {
        assertArrayEquals(new int[] {6, 3, 4, 5, 1, 7, 2, 0}, RandomOrder.of(8, new Seed(3).stream(0)));
    }
}
