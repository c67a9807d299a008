package bayesflow4j.classical.abc;

import java.util.Arrays;

/**
 * The k least of many (squared distance, row), both in one integer that is ordered as they are. Candidates are gathered beyond
 * k and cut back to k when there is no room, which lowers the limit that the next ones must keep.
 */
final class Selection {
    private final int wanted;
    private final long[] kept;
    private int count;
    private long limit = Long.MAX_VALUE;

    /** The k least of what is offered in parts of at most {@code part}. */
    Selection(int k, int part) {
        wanted = k;
        kept = new long[2 * k + part];
    }

    /** An integer that is ordered by the square first, which is not negative, and by the row then. */
    static long key(float square, int row) {
        return (long) Float.floatToRawIntBits(square) << 32 | row;
    }

    /** The squared distance in a key. */
    static float square(long key) {
        return Float.intBitsToFloat((int) (key >>> 32));
    }

    /** The squared distance that no further candidate may exceed. */
    float limit() {
        return limit == Long.MAX_VALUE ? Float.POSITIVE_INFINITY : square(limit);
    }

    /** Offers rows with their squared distances. */
    void offer(float[] squares, int[] rows) {
        for (int i = 0; i < rows.length; i++) {
            long key = key(squares[i], rows[i]);
            kept[count] = key;
            count += key < limit ? 1 : 0;
        }
        if (count >= 2 * wanted) cut();
    }

    private void cut() {
        partition(kept, count, wanted);
        count = wanted;
        limit = Arrays.stream(kept, 0, wanted).max().orElseThrow();
    }

    /** The k least, ascending. */
    long[] keys() {
        if (count > wanted) cut();
        long[] keys = Arrays.copyOf(kept, count);
        Arrays.sort(keys);
        return keys;
    }

    /** Moves the {@code few} least of the first {@code count} keys to the front, in any order (Hoare 1961). */
    static void partition(long[] keys, int count, int few) {
        int begin = 0;
        int end = count - 1;
        while (begin < end) {
            long pivot = median(keys[begin], keys[(begin + end) >>> 1], keys[end]);
            int low = begin;
            int high = end;
            while (low <= high) {
                while (keys[low] < pivot) low++;
                while (keys[high] > pivot) high--;
                if (low > high) break;
                long key = keys[low];
                keys[low++] = keys[high];
                keys[high--] = key;
            }
            if (few <= high) end = high;
            else if (few >= low) begin = low;
            else return;
        }
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
