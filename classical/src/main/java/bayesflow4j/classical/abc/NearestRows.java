package bayesflow4j.classical.abc;

import bayesflow4j.classical.Labor;
import bayesflow4j.classical.ReferenceTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * s ↦ the k rows of a table that are nearest to s by Euclidean distance between standardized statistics; equally near ones by
 * their number. Exactly these, in 32-bit arithmetic. Immutable and safe to share between threads.
 *
 * <p>The rows are cut into blocks of neighbors, by halves along the widest column as in a k-d tree. A query scans blocks in
 * the order of their distance until no block can hold a nearer row: a tree in few dimensions, a plain scan in many.
 */
public final class NearestRows {
    /** Halves go on until a block has at most so many rows. */
    private static final int MOST_IN_BLOCK = 512;

    private final ReferenceTable table;
    private final StatisticScale scale;
    private final List<PointBlock> blocks;

    private NearestRows(ReferenceTable table, StatisticScale scale, List<PointBlock> blocks) {
        this.table = table;
        this.scale = scale;
        this.blocks = blocks;
    }

    /** An index of the rows of a table, built on so many threads. */
    public static NearestRows of(ReferenceTable table, int threads) {
        StatisticScale scale = StatisticScale.of(table);
        int width = table.width();
        float[] points = new float[table.rows() * width];
        for (int i = 0; i < table.rows(); i++)
            for (int j = 0; j < width; j++) points[i * width + j] = scale.apply(table.statistic(i, j), j);
        List<int[]> parts = new Halves(width, points, MOST_IN_BLOCK).parts();
        List<PointBlock> blocks =
                Labor.map(parts.size(), threads, b -> PointBlock.of(width, points, parts.get(b)), done -> {});
        return new NearestRows(table, scale, blocks);
    }

    /** The table. */
    public ReferenceTable table() {
        return table;
    }

    /**
     * k rows of the table, the nearest first.
     *
     * @param rows their numbers [k]
     * @param distances from s [k]
     */
    public record Neighbors(int[] rows, double[] distances) {}

    /** The k rows that are nearest to statistics s [p]. */
    public Neighbors nearest(double[] statistics, int k) {
        if (statistics.length != table.width())
            throw new IllegalArgumentException("statistics: expected " + table.width() + ", got " + statistics.length);
        if (k < 1 || k > table.rows())
            throw new IllegalArgumentException("neighbors: expected 1 to " + table.rows() + ", got " + k);
        float[] point = scale.apply(ReferenceTable.floats(statistics));
        long[] turn = new long[blocks.size()];
        for (int b = 0; b < turn.length; b++)
            turn[b] = Selection.key(blocks.get(b).bound(point), b);
        Arrays.sort(turn);
        Selection selection = new Selection(k, MOST_IN_BLOCK);
        float[] squares = new float[MOST_IN_BLOCK];
        for (long key : turn) {
            if (Selection.square(key) > selection.limit()) break;
            blocks.get((int) key).offer(point, squares, selection);
        }
        long[] keys = selection.keys();
        int[] rows = new int[k];
        double[] distances = new double[k];
        for (int i = 0; i < k; i++) {
            rows[i] = (int) keys[i];
            distances[i] = Math.sqrt(Selection.square(keys[i]));
        }
        return new Neighbors(rows, distances);
    }

    /** s(xᵢ) − s of some rows, standardized [k][p]. */
    double[][] offsets(int[] rows, double[] statistics) {
        float[] point = scale.apply(ReferenceTable.floats(statistics));
        double[][] offsets = new double[rows.length][point.length];
        for (int i = 0; i < rows.length; i++)
            for (int j = 0; j < point.length; j++)
                offsets[i][j] = (double) scale.apply(table.statistic(rows[i], j), j) - point[j];
        return offsets;
    }

    /** Cuts rows into parts by halves. */
    private record Halves(int width, float[] points, int most) {
        List<int[]> parts() {
            int[] rows = new int[points.length / width];
            for (int i = 0; i < rows.length; i++) rows[i] = i;
            List<int[]> parts = new ArrayList<>();
            cut(rows, parts);
            return parts;
        }

        private void cut(int[] rows, List<int[]> parts) {
            if (rows.length <= most) {
                parts.add(rows);
                return;
            }
            int column = widest(rows);
            long[] keys = new long[rows.length];
            for (int i = 0; i < keys.length; i++) keys[i] = ordered(points[rows[i] * width + column], rows[i]);
            int half = rows.length / 2;
            Selection.partition(keys, keys.length, half);
            int[] low = new int[half];
            int[] high = new int[rows.length - half];
            for (int i = 0; i < keys.length; i++) (i < half ? low : high)[i < half ? i : i - half] = (int) keys[i];
            cut(low, parts);
            cut(high, parts);
        }

        private int widest(int[] rows) {
            int widest = 0;
            float most = -1;
            for (int j = 0; j < width; j++) {
                float low = Float.POSITIVE_INFINITY;
                float high = Float.NEGATIVE_INFINITY;
                for (int row : rows) {
                    low = Math.min(low, points[row * width + j]);
                    high = Math.max(high, points[row * width + j]);
                }
                if (high - low > most) {
                    most = high - low;
                    widest = j;
                }
            }
            return widest;
        }

        private static long ordered(float value, int row) {
            int bits = Float.floatToRawIntBits(value);
            return (long) (bits ^ bits >> 31 & Integer.MAX_VALUE) << 32 | row;
        }
    }
}
