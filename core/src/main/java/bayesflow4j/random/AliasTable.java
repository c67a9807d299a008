package bayesflow4j.random;

/** A distribution on 0 … K−1 as K equal columns of at most two values each (Walker 1977, Vose 1991): a draw looks up one. */
final class AliasTable {
    private final long[] threshold;
    private final int[] other;

    /** For K probabilities in proportion to {@code weight}. */
    AliasTable(double[] weight) {
        int n = weight.length;
        double sum = 0;
        for (double w : weight) sum += w;
        double[] share = new double[n];
        int[] queue = new int[n];
        int small = 0;
        int large = n;
        for (int i = 0; i < n; i++) {
            share[i] = weight[i] * n / sum;
            if (share[i] < 1) queue[small++] = i;
            else queue[--large] = i;
        }
        threshold = new long[n];
        other = new int[n];
        // The queue holds the small ones from the left and the large ones from the right.
        while (small > 0 && large < n) {
            int poor = queue[--small];
            int rich = queue[large];
            threshold[poor] = (long) (share[poor] * 0x1p63);
            other[poor] = rich;
            share[rich] -= 1 - share[poor];
            if (share[rich] < 1) {
                large++;
                queue[small++] = rich;
            }
        }
        while (small > 0) threshold[queue[--small]] = Long.MAX_VALUE;
        while (large < n) threshold[queue[large++]] = Long.MAX_VALUE;
    }

    /** The value that 64 random bits stand for: bits · K / 2⁶⁴ is the column, and its fraction chooses the value in it. */
    int of(long bits) {
        int column = (int) Math.unsignedMultiplyHigh(bits, other.length);
        long below = (bits * other.length >>> 1) - threshold[column] >> 63;
        // Without a branch, which would be guessed wrong every other time.
        return other[column] + (column - other[column] & (int) below);
    }
}
