package bayesflow4j.classical.forest;

import java.util.Arrays;

/** A tree that is being grown in preorder, and the nodes that wait. */
final class Growth {
    /** Instead of a parent, for nodes that are no right child. */
    static final int ROOT = -1;

    private char[] feature = new char[64];
    private float[] threshold = new float[64];
    private int[] left = new int[64];
    private int[] start = new int[64];
    private int[] rows = new int[256];
    private int inner;
    private int leaves;
    private int drawn;

    private int[] waiting = new int[3 * 64];
    private int depth;
    private int begin;
    private int end;

    /** Puts a node before all that wait; the right child says of which inner node. */
    void push(int begin, int end, int parent) {
        if (depth + 3 > waiting.length) waiting = Arrays.copyOf(waiting, 2 * waiting.length);
        waiting[depth++] = begin;
        waiting[depth++] = end;
        waiting[depth++] = parent;
    }

    /** Takes the next node, if one waits. */
    boolean pop() {
        if (depth == 0) return false;
        int parent = waiting[--depth];
        end = waiting[--depth];
        begin = waiting[--depth];
        // When the turn of a right child comes, all below the left one is known.
        if (parent != ROOT) left[parent] = inner - parent - 1;
        return true;
    }

    /** Where the rows of the node begin. */
    int begin() {
        return begin;
    }

    /** Where they end. */
    int end() {
        return end;
    }

    /** Adds an inner node and returns its number. */
    int inner(char splitFeature, float splitThreshold) {
        if (inner == feature.length) {
            feature = Arrays.copyOf(feature, 2 * inner);
            threshold = Arrays.copyOf(threshold, 2 * inner);
            left = Arrays.copyOf(left, 2 * inner);
        }
        feature[inner] = splitFeature;
        threshold[inner] = splitThreshold;
        return inner++;
    }

    /** Adds a leaf of these rows of the bag. */
    void leaf(Bag bag, int[] members, int from, int to) {
        if (leaves + 1 == start.length) start = Arrays.copyOf(start, 2 * start.length);
        for (int i = from; i < to; i++) {
            int k = members[i];
            int times = bag.count()[k];
            if (drawn + times > rows.length) rows = Arrays.copyOf(rows, Math.max(2 * rows.length, drawn + times));
            Arrays.fill(rows, drawn, drawn + times, bag.row(k));
            drawn += times;
        }
        start[++leaves] = drawn;
    }

    /** The tree, once no node waits. */
    Tree tree() {
        return new Tree(
                Arrays.copyOf(feature, inner),
                Arrays.copyOf(threshold, inner),
                Arrays.copyOf(left, inner),
                Arrays.copyOf(start, leaves + 1),
                Arrays.copyOf(rows, drawn));
    }
}
