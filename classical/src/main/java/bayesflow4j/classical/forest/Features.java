package bayesflow4j.classical.forest;

import bayesflow4j.classical.Labor;
import java.util.Arrays;

/**
 * x [n, p], the features that trees split on, and for each column the order of its rows. Forests of several targets share one.
 */
public final class Features {
    private final int rows;
    private final int columns;
    private final float[] values;
    private final int[][] order;

    private Features(int rows, int columns, float[] values, int[][] order) {
        this.rows = rows;
        this.columns = columns;
        this.values = values;
        this.order = order;
    }

    /** The features {@code values} [n, p], row after row, sorted on so many threads. */
    public static Features of(int columns, float[] values, int threads) {
        if (columns < 1 || columns > Character.MAX_VALUE)
            throw new IllegalArgumentException(
                    "columns: expected 1 to " + (int) Character.MAX_VALUE + ", got " + columns);
        if (values.length == 0 || values.length % columns != 0)
            throw new IllegalArgumentException(
                    "values: expected a positive multiple of " + columns + " numbers, got " + values.length);
        for (int i = 0; i < values.length; i++)
            if (!Float.isFinite(values[i]))
                throw new IllegalArgumentException("row " + i / columns + ", feature " + i % columns
                        + ": expected a finite number, got " + values[i]);
        float[] copy = values.clone();
        int rows = values.length / columns;
        int[][] order = Labor.map(columns, threads, f -> order(rows, columns, copy, f), done -> {})
                .toArray(int[][]::new);
        return new Features(rows, columns, copy, order);
    }

    /** Rows by value, equal ones by number: both in one integer, the value as one that is ordered as floats are. */
    private static int[] order(int rows, int columns, float[] values, int column) {
        long[] keys = new long[rows];
        for (int i = 0; i < rows; i++) keys[i] = key(values[i * columns + column], i);
        Arrays.sort(keys);
        int[] order = new int[rows];
        for (int i = 0; i < rows; i++) order[i] = (int) keys[i];
        return order;
    }

    /** An integer that is ordered by value first, −0 before 0, and by index then. */
    static long key(float value, int index) {
        int bits = Float.floatToRawIntBits(value);
        return (long) (bits ^ bits >> 31 & Integer.MAX_VALUE) << 32 | index;
    }

    /** n. */
    public int rows() {
        return rows;
    }

    /** p. */
    public int columns() {
        return columns;
    }

    /** One number. */
    float at(int row, int column) {
        return values[row * columns + column];
    }

    /** All numbers [n, p], not to be written to. */
    float[] values() {
        return values;
    }

    /** The rows of a column by value, equal ones by number [n], not to be written to. */
    int[] order(int column) {
        return order[column];
    }
}
