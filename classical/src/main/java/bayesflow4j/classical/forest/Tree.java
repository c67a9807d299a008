package bayesflow4j.classical.forest;

/**
 * A regression tree: a partition of feature space into boxes, its leaves, each with the rows that fell into it.
 *
 * <p>Inner nodes are numbered in preorder and leaves from left to right. A subtree with I inner nodes then is I successive
 * inner nodes and I + 1 successive leaves, so one number per inner node says all: how many inner nodes its left child has.
 *
 * @param feature that an inner node asks for [I]
 * @param threshold rows whose feature is at most this go left [I]
 * @param left the number of inner nodes below the left child [I]
 * @param start where the rows of a leaf begin [I + 2], the last entry being the length of {@code rows}
 * @param rows of the leaves, one leaf after the other, each in a run as often as it was drawn [m]
 */
record Tree(char[] feature, float[] threshold, int[] left, int[] start, int[] rows) {
    /** The leaf of the features that begin at {@code offset}. */
    int leaf(float[] x, int offset) {
        int node = 0;
        int leaf = 0;
        int inner = feature.length;
        while (inner > 0) {
            int below = left[node];
            if (x[offset + feature[node]] <= threshold[node]) {
                node++;
                inner = below;
            } else {
                node += below + 1;
                leaf += below + 1;
                inner -= below + 1;
            }
        }
        return leaf;
    }

    /** Leaves. */
    int leaves() {
        return start.length - 1;
    }

    /** The draws in a leaf. */
    int size(int leaf) {
        return start[leaf + 1] - start[leaf];
    }

    /** Takes a row and how often it was drawn. */
    @FunctionalInterface
    interface Visitor {
        void row(int row, int times);
    }

    /** Shows the different rows of a leaf; one that was drawn several times stands there in a run. */
    void visit(int leaf, Visitor visitor) {
        int end = start[leaf + 1];
        for (int i = start[leaf]; i < end; ) {
            int first = i;
            while (i < end && rows[i] == rows[first]) i++;
            visitor.row(rows[first], i - first);
        }
    }

    /** The mean target of the draws in a leaf. */
    double mean(int leaf, double[] targets) {
        double sum = 0;
        for (int i = start[leaf]; i < start[leaf + 1]; i++) sum += targets[rows[i]];
        return sum / size(leaf);
    }
}
