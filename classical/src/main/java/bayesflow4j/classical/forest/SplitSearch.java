package bayesflow4j.classical.forest;

/**
 * The split of a node that reduces the sum of squares most. With N draws of sum S in the node, and n of sum s on the left, the
 * reduction is (N s − n S)² / (N n (N − n)); ratios are compared by cross-multiplication, and the first of equal ones wins.
 * For targets that are whole numbers all of this is exact.
 */
final class SplitSearch {
    private final Features features;
    private final Bag bag;
    private final int[] count;
    private final double[] weighted;
    private final long[] keys;
    private final int[] few;

    private double draws;
    private double sum;
    private boolean pure;
    private double numerator;
    private double denominator;
    private int feature;
    private int position;
    private float threshold;

    SplitSearch(Features features, Bag bag, int few) {
        this.features = features;
        this.bag = bag;
        count = bag.count();
        weighted = bag.weighted();
        keys = new long[few];
        this.few = new int[few];
    }

    /** Begins with the node of these rows of the bag. */
    void open(int[] rows, int begin, int end) {
        draws = 0;
        sum = 0;
        pure = true;
        double first = bag.target(rows[begin]);
        for (int i = begin; i < end; i++) {
            int k = rows[i];
            draws += count[k];
            sum += weighted[k];
            pure &= bag.target(k) == first;
        }
        numerator = -1;
        denominator = 1;
    }

    /** Looks for a better threshold of feature {@code f}, by which {@code column} is sorted. */
    void scan(int f, int[] column, int begin, int end) {
        double left = 0;
        double leftDraws = 0;
        for (int i = begin; i < end - 1; i++) {
            int k = column[i];
            left += weighted[k];
            leftDraws += count[k];
            double distance = draws * left - leftDraws * sum;
            double square = distance * distance;
            double size = leftDraws * (draws - leftDraws);
            if (square * denominator > numerator * size) offer(f, column, i, square, size);
        }
    }

    /** The same for few rows that are not sorted. */
    void sortAndScan(int f, int[] rows, int begin, int end) {
        int size = end - begin;
        for (int i = 0; i < size; i++) {
            int k = rows[begin + i];
            long key = Features.key(features.at(bag.row(k), f), k);
            int at = i;
            while (at > 0 && keys[at - 1] > key) keys[at] = keys[--at];
            keys[at] = key;
        }
        for (int i = 0; i < size; i++) few[i] = (int) keys[i];
        scan(f, few, 0, size);
    }

    private void offer(int f, int[] column, int i, double square, double size) {
        float value = features.at(bag.row(column[i]), f);
        float next = features.at(bag.row(column[i + 1]), f);
        if (!(value < next)) return;
        numerator = square;
        denominator = size;
        feature = f;
        position = i + 1;
        threshold = between(value, next);
    }

    /** The midpoint, or the lower value if there is no number between the two that rounds below the upper. */
    private static float between(float value, float next) {
        float middle = (float) (((double) value + next) / 2);
        return middle < next ? middle : value;
    }

    /** N. */
    double draws() {
        return draws;
    }

    /** Whether all targets of the node are equal. */
    boolean pure() {
        return pure;
    }

    /** Whether any candidate so far has two different values in the node. */
    boolean found() {
        return numerator >= 0;
    }

    /** The feature of the best split. */
    int feature() {
        return feature;
    }

    /** Rows whose feature is at most this go left. */
    float threshold() {
        return threshold;
    }

    /** Where in the sorted column the right side begins. */
    int position() {
        return position;
    }

    /** By how much the split reduces the sum of squares. */
    double reduction() {
        return numerator / denominator / draws;
    }
}
