package bayesflow4j.classical.forest;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Grows regression trees, one after the other on one thread, in buffers that are kept between trees.
 *
 * <p>The rows of each column are sorted once; a split moves them to either side without losing their order, so the best
 * threshold of a feature is found in one pass over the rows of a node. Nodes of few rows leave that scheme: keeping all
 * columns in order then costs more than sorting the few that compete.
 */
final class TreeGrower {
    /** Nodes of at most so many different rows are sorted when they are split; 10 and 24 cost a tenth more. */
    private static final int FEW = 16;

    private final Features features;
    private final double[] targets;
    private final ForestDesign design;
    private final int[][] sorted;
    private final Bag bag;
    private final int[] members;
    private final int[] spare;
    private final byte[] goesLeft;
    private final char[] competitors;
    private final SplitSearch search;
    private final double[] importance;
    private Growth growth;

    TreeGrower(Features features, double[] targets, ForestDesign design) {
        this.features = features;
        this.targets = targets;
        this.design = design;
        int most = Math.min(features.rows(), design.draws(features.rows()));
        sorted = new int[features.columns()][most];
        bag = new Bag(features.rows(), most);
        members = new int[most];
        spare = new int[most];
        goesLeft = new byte[most];
        competitors = new char[features.columns()];
        search = new SplitSearch(features, bag, FEW);
        importance = new double[features.columns()];
        growth = new Growth();
    }

    /** A tree and how much each feature reduced the sum of squares [p]. */
    record Grown(Tree tree, double[] importance) {}

    /** A tree; all chance comes from {@code rng}: first the rows, then the candidates of each node in preorder. */
    Grown grow(RandomGenerator rng) {
        bag.fill(targets, design, rng);
        for (int f = 0; f < sorted.length; f++) bag.sort(features.order(f), sorted[f]);
        for (int f = 0; f < competitors.length; f++) competitors[f] = (char) f;
        Arrays.fill(importance, 0);
        growth = new Growth();
        if (bag.size() <= FEW) System.arraycopy(sorted[0], 0, members, 0, bag.size());
        growth.push(0, bag.size(), Growth.ROOT);
        while (growth.pop()) node(growth.begin(), growth.end(), rng);
        return new Grown(growth.tree(), importance.clone());
    }

    /** A node of the bag's rows in [begin, end) of every sorted column, or of {@code members} if they are few. */
    private void node(int begin, int end, RandomGenerator rng) {
        int[] rows = end - begin <= FEW ? members : sorted[0];
        search.open(rows, begin, end);
        if (search.draws() > design.leaf() && !search.pure()) {
            compete(begin, end, rng);
            if (search.found()) {
                split(begin, end);
                return;
            }
        }
        growth.leaf(bag, rows, begin, end);
    }

    /** Offers the node's candidates, drawn without replacement, to the search; further ones while all are constant there. */
    private void compete(int begin, int end, RandomGenerator rng) {
        int count = design.candidates(competitors.length);
        for (int i = 0; i < competitors.length && (i < count || !search.found()); i++) {
            int j = i + rng.nextInt(competitors.length - i);
            char f = competitors[j];
            competitors[j] = competitors[i];
            competitors[i] = f;
            if (end - begin <= FEW) search.sortAndScan(f, members, begin, end);
            else search.scan(f, sorted[f], begin, end);
        }
    }

    private void split(int begin, int end) {
        int f = search.feature();
        float threshold = search.threshold();
        importance[f] += search.reduction();
        int middle = end - begin <= FEW ? divideMembers(f, threshold, begin, end) : divideColumns(f, begin, end);
        int node = growth.inner((char) f, threshold);
        growth.push(middle, end, node);
        growth.push(begin, middle, Growth.ROOT);
    }

    private int divideMembers(int f, float threshold, int begin, int end) {
        int left = begin;
        int right = 0;
        for (int i = begin; i < end; i++) {
            int k = members[i];
            if (features.at(bag.row(k), f) <= threshold) members[left++] = k;
            else spare[right++] = k;
        }
        System.arraycopy(spare, 0, members, left, right);
        return left;
    }

    /** The split column is divided already; the others follow if a child needs them. */
    private int divideColumns(int split, int begin, int end) {
        int middle = search.position();
        int[] column = sorted[split];
        boolean many = Math.max(middle - begin, end - middle) > FEW;
        if (many) {
            for (int i = begin; i < end; i++) goesLeft[column[i]] = (byte) (i < middle ? 1 : 0);
            for (int f = 0; f < sorted.length; f++) if (f != split) divide(sorted[f], begin, end);
        }
        if (middle - begin <= FEW) System.arraycopy(column, begin, members, begin, middle - begin);
        if (end - middle <= FEW) System.arraycopy(column, middle, members, middle, end - middle);
        return middle;
    }

    /** Keeps the order on both sides. Without a branch, as the side of a row is not to be guessed. */
    private void divide(int[] column, int begin, int end) {
        int left = begin;
        int right = 0;
        for (int i = begin; i < end; i++) {
            int k = column[i];
            int toLeft = goesLeft[k];
            column[left] = k;
            spare[right] = k;
            left += toLeft;
            right += 1 - toLeft;
        }
        System.arraycopy(spare, 0, column, left, right);
    }
}
