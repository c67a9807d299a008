package bayesflow4j.classical.abc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestRowsTest {
    private static List<double[]> statistics(int rows, int columns, int steps, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        List<double[]> statistics = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            double[] row = new double[columns];
            for (int j = 0; j < columns; j++)
                row[j] = (1 + j) * Math.rint(rng.nextGaussian() * steps) / steps + 100 * j;
            statistics.add(row);
        }
        return statistics;
    }

    private static ReferenceTable table(List<double[]> statistics) {
        List<double[]> theta = new ArrayList<>();
        for (int i = 0; i < statistics.size(); i++) theta.add(new double[] {i});
        return ReferenceTable.of(theta, statistics);
    }

    /** Squared distances in the arithmetic that is promised, one row at a time [n]. */
    private static float[] squares(List<double[]> statistics, double[] at) {
        int width = at.length;
        float[] squares = new float[statistics.size()];
        for (int j = 0; j < width; j++) {
            int column = j;
            double mean =
                    statistics.stream().mapToDouble(row -> (float) row[column]).sum() / squares.length;
            double sum = 0;
            for (double[] row : statistics) sum += Math.pow((float) row[j] - mean, 2);
            double sd = Math.sqrt(sum / (squares.length - 1));
            for (int i = 0; i < squares.length; i++) {
                float here = sd > 0 ? (float) (((float) statistics.get(i)[j] - mean) / sd) : 0;
                float there = sd > 0 ? (float) (((float) at[j] - mean) / sd) : 0;
                squares[i] += (here - there) * (here - there);
            }
        }
        return squares;
    }

    private static void assertNearest(float[] squares, NearestRows.Neighbors found) {
        int[] expected = IntStream.range(0, squares.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> squares[i]).thenComparingInt(i -> i))
                .limit(found.rows().length)
                .mapToInt(i -> i)
                .toArray();
        assertArrayEquals(expected, found.rows());
        for (int i = 0; i < expected.length; i++) assertEquals(Math.sqrt(squares[expected[i]]), found.distances()[i]);
    }

    /** One block and many, few columns and many, hardly any ties and almost nothing else. */
    @ParameterizedTest
    @CsvSource({"3000,1,1000000", "3000,3,1000000", "5000,2,2", "1500,70,1000000", "4000,5,3", "100,4,10", "1,2,5"})
    void areTheNearestWithTiesByNumber(int rows, int columns, int steps) {
        List<double[]> statistics = statistics(rows, columns, steps, 1);
        // A column that is constant cannot matter.
        statistics.forEach(row -> row[columns - 1] = columns > 1 ? 7 : row[columns - 1]);
        NearestRows nearest = NearestRows.of(table(statistics), 2);
        List<double[]> places = statistics(5, columns, steps, 2);
        places.add(statistics.getFirst());
        for (double[] at : places)
            for (int k : new int[] {1, 7, 300, rows}) {
                if (k > rows) continue;
                assertNearest(rows > 1 ? squares(statistics, at) : new float[1], nearest.nearest(at, k));
            }
    }

    /** Two clusters at the same distance, the one that is scanned first having the greater numbers. */
    @Test
    void tiesBetweenBlocksAreByNumberToo() {
        List<double[]> statistics = new ArrayList<>();
        for (int i = 0; i < 2000; i++) statistics.add(new double[] {i < 1000 ? 1 : -1});
        int[] rows = NearestRows.of(table(statistics), 1)
                .nearest(new double[] {0}, 50)
                .rows();
        assertArrayEquals(IntStream.range(0, 50).toArray(), rows);
    }

    @Test
    void anotherOrderIsSeen() {
        List<double[]> statistics = statistics(600, 2, 3, 3);
        float[] squares = squares(statistics, new double[] {0, 100});
        NearestRows.Neighbors found = NearestRows.of(table(statistics), 1).nearest(new double[] {0, 100}, 50);
        assertNearest(squares, found);
        int first = found.rows()[0];
        found.rows()[0] = found.rows()[1];
        found.rows()[1] = first;
        assertThrows(AssertionError.class, () -> assertNearest(squares, found));
    }

    @Test
    void wrongQueriesAreRefused() {
        NearestRows nearest = NearestRows.of(table(statistics(10, 2, 100, 4)), 1);
        assertThrows(IllegalArgumentException.class, () -> nearest.nearest(new double[3], 1));
        assertThrows(IllegalArgumentException.class, () -> nearest.nearest(new double[2], 0));
        assertThrows(IllegalArgumentException.class, () -> nearest.nearest(new double[2], 11));
        assertThrows(IllegalArgumentException.class, () -> nearest.nearest(new double[] {0, Double.NaN}, 1));
    }
}
