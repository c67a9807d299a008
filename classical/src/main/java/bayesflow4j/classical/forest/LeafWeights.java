package bayesflow4j.classical.forest;

import java.util.Arrays;
import java.util.List;

/**
 * wᵢ(x), the weights of a forest at one point: rows that are not zero, ascending [k], and their weights [k], which sum to one.
 * Each weight is summed in the order of the trees, whichever way is taken.
 */
record LeafWeights(int[] rows, double[] weights) {
    /** Rows in leaves that are more than this share of the table are summed in place instead of being sorted. */
    private static final double MANY = 0.1;

    static LeafWeights of(List<Tree> trees, float[] x, int tableRows) {
        int[] leaf = new int[trees.size()];
        long draws = 0;
        for (int b = 0; b < leaf.length; b++) {
            leaf[b] = trees.get(b).leaf(x, 0);
            draws += trees.get(b).size(leaf[b]);
        }
        return draws > MANY * tableRows ? inPlace(trees, leaf, tableRows) : sorted(trees, leaf, (int) draws);
    }

    private static LeafWeights inPlace(List<Tree> trees, int[] leaf, int tableRows) {
        double[] sum = new double[tableRows];
        for (int b = 0; b < leaf.length; b++) {
            double size = trees.get(b).size(leaf[b]);
            trees.get(b).visit(leaf[b], (row, times) -> sum[row] += times / size);
        }
        int[] rows = new int[tableRows];
        double[] weights = new double[tableRows];
        int count = 0;
        for (int i = 0; i < tableRows; i++) {
            if (sum[i] == 0) continue;
            rows[count] = i;
            weights[count++] = sum[i] / leaf.length;
        }
        return new LeafWeights(Arrays.copyOf(rows, count), Arrays.copyOf(weights, count));
    }

    private static LeafWeights sorted(List<Tree> trees, int[] leaf, int draws) {
        var shares = new Shares(draws);
        for (int b = 0; b < leaf.length; b++) {
            double size = trees.get(b).size(leaf[b]);
            trees.get(b).visit(leaf[b], (row, times) -> shares.add(row, times / size));
        }
        return shares.sum(leaf.length);
    }

    /** Shares of rows in the order of arrival. */
    private static final class Shares {
        private final long[] keys;
        private final double[] share;
        private int count;

        Shares(int most) {
            keys = new long[most];
            share = new double[most];
        }

        void add(int row, double value) {
            keys[count] = (long) row << 32 | count;
            share[count++] = value;
        }

        LeafWeights sum(int trees) {
            Arrays.sort(keys, 0, count);
            int[] rows = new int[count];
            double[] weights = new double[count];
            int last = -1;
            for (int i = 0; i < count; i++) {
                int row = (int) (keys[i] >>> 32);
                if (i == 0 || row != rows[last]) rows[++last] = row;
                weights[last] += share[(int) keys[i]];
            }
            for (int k = 0; k <= last; k++) weights[k] /= trees;
            return new LeafWeights(Arrays.copyOf(rows, last + 1), Arrays.copyOf(weights, last + 1));
        }
    }
}
