package bayesflow4j.hypotheses;

import bayesflow4j.method.SimulationTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * Whether N has the same frequencies in the simulations of all models, by a χ² test over ranges of N. If it has not, N is evidence
 * about the model, and a comparison learns who simulated instead of what explains the data.
 */
final class CountTest {
    /** Tables with the same p(N) are refused this often. */
    private static final double FALSE_ALARM_RATE = 1e-6;

    private static final int MOST_RANGES = 10;

    /** Data sets of each model per range, on average, with which the test statistic follows χ². */
    private static final int LEAST_PER_RANGE = 10;

    private CountTest() {}

    /** Refuses other frequencies in these rows [J][Kⱼ] of the tables. */
    static void require(List<String> names, List<SimulationTable> tables, List<int[]> rows) {
        int[][] counts = IntStream.range(0, names.size())
                .mapToObj(j ->
                        Arrays.stream(rows.get(j)).map(tables.get(j)::count).toArray())
                .toArray(int[][]::new);
        if (pValue(counts) > FALSE_ALARM_RATE) return;
        List<String> means = IntStream.range(0, names.size())
                .mapToObj(j -> String.format(
                        Locale.ROOT,
                        "a mean of %.1f of %s",
                        Arrays.stream(counts[j]).average().orElseThrow(),
                        names.get(j)))
                .toList();
        throw new IllegalArgumentException(
                "tables: expected the same frequencies of the number of rows N for all models,"
                        + " which otherwise is evidence, got " + String.join(", ", means)
                        + " (p < 1e-6); simulate them with the same p(N)");
    }

    /** The p-value of the hypothesis that the numbers of all models [J][Kⱼ] have the same distribution. */
    static double pValue(int[][] counts) {
        int fewest = Arrays.stream(counts).mapToInt(own -> own.length).min().orElseThrow();
        int[] upper = upperEnds(counts, Math.clamp(fewest / LEAST_PER_RANGE, 1, MOST_RANGES));
        double[][] table = new double[counts.length][upper.length];
        for (int j = 0; j < counts.length; j++)
            for (int n : counts[j]) {
                int at = Arrays.binarySearch(upper, n);
                table[j][at < 0 ? -at - 1 : at]++;
            }
        int freedom = (counts.length - 1) * (upper.length - 1);
        return freedom == 0 ? 1 : RegularizedGamma.Q.value(freedom / 2.0, statistic(table) / 2);
    }

    /** The largest N of each range; ranges have about as many data sets each, where N takes enough values. */
    private static int[] upperEnds(int[][] counts, int ranges) {
        int[] sorted =
                Arrays.stream(counts).flatMapToInt(Arrays::stream).sorted().toArray();
        return IntStream.rangeClosed(1, ranges)
                .map(i -> sorted[(int) ((long) i * sorted.length / ranges) - 1])
                .distinct()
                .toArray();
    }

    private static double statistic(double[][] table) {
        double all = Arrays.stream(table).flatMapToDouble(Arrays::stream).sum();
        double statistic = 0;
        for (double[] row : table) {
            double own = Arrays.stream(row).sum();
            for (int b = 0; b < row.length; b++) {
                double column = 0;
                for (double[] other : table) column += other[b];
                double expected = own * column / all;
                statistic += (row[b] - expected) * (row[b] - expected) / expected;
            }
        }
        return statistic;
    }
}
