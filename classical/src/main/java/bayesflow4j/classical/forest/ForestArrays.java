package bayesflow4j.classical.forest;

import bayesflow4j.classical.Bits;
import bayesflow4j.storage.Safetensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A quantile regression forest as named arrays of a file, exact to the bit: trees one after the other, with the number of
 * inner nodes and draws of each.
 *
 * @param floats thresholds and out-of-bag predictions, by name
 * @param integers all else, by name
 */
public record ForestArrays(Map<String, Safetensors.Array> floats, Map<String, Safetensors.Integers> integers) {
    private static final String THRESHOLD = "threshold";
    private static final String OUT_OF_BAG = "out-of-bag";
    private static final String INNER = "inner";
    private static final String DRAWS = "draws";
    private static final String FEATURE = "feature";
    private static final String LEFT = "left";
    private static final String SIZES = "sizes";
    private static final String ROWS = "rows";
    private static final String TARGETS = "targets";
    private static final String IMPORTANCE = "importance";

    /** The arrays of a forest, whose names begin with {@code prefix}. */
    public static ForestArrays of(String prefix, QuantileForest forest) {
        List<Tree> trees = forest.trees();
        Map<String, Safetensors.Array> floats = new LinkedHashMap<>();
        float[] thresholds = new float[sum(trees, tree -> tree.feature().length)];
        int at = 0;
        for (Tree tree : trees) {
            System.arraycopy(tree.threshold(), 0, thresholds, at, tree.threshold().length);
            at += tree.threshold().length;
        }
        floats.put(prefix + THRESHOLD, new Safetensors.Array(new int[] {thresholds.length}, thresholds));
        floats.put(prefix + OUT_OF_BAG, new Safetensors.Array(new int[] {forest.rows()}, forest.outOfBag()));
        Map<String, Safetensors.Integers> integers = new LinkedHashMap<>();
        integers.put(prefix + INNER, joined(trees, tree -> new int[] {tree.feature().length}));
        integers.put(prefix + DRAWS, joined(trees, tree -> new int[] {tree.rows().length}));
        integers.put(prefix + FEATURE, joined(trees, ForestArrays::features));
        integers.put(prefix + LEFT, joined(trees, Tree::left));
        integers.put(prefix + SIZES, joined(trees, ForestArrays::sizes));
        integers.put(prefix + ROWS, joined(trees, Tree::rows));
        integers.put(prefix + TARGETS, Bits.of(forest.targets(), forest.rows()));
        integers.put(prefix + IMPORTANCE, Bits.of(forest.importance(), forest.features()));
        return new ForestArrays(floats, integers);
    }

    private static Safetensors.Integers joined(List<Tree> trees, Function<Tree, int[]> part) {
        int[] all = new int[sum(trees, tree -> part.apply(tree).length)];
        int at = 0;
        for (Tree tree : trees) {
            int[] values = part.apply(tree);
            System.arraycopy(values, 0, all, at, values.length);
            at += values.length;
        }
        return new Safetensors.Integers(new int[] {all.length}, all);
    }

    private static int sum(List<Tree> trees, Function<Tree, Integer> length) {
        int sum = 0;
        for (Tree tree : trees) sum = Math.addExact(sum, length.apply(tree));
        return sum;
    }

    private static int[] features(Tree tree) {
        int[] features = new int[tree.feature().length];
        for (int i = 0; i < features.length; i++) features[i] = tree.feature()[i];
        return features;
    }

    private static int[] sizes(Tree tree) {
        int[] sizes = new int[tree.leaves()];
        for (int leaf = 0; leaf < sizes.length; leaf++) sizes[leaf] = tree.size(leaf);
        return sizes;
    }

    /**
     * The forest whose names begin with {@code prefix}, bit for bit.
     *
     * @throws IllegalArgumentException if an array is missing or is not that of a forest
     */
    public QuantileForest forest(String prefix) {
        double[] targets = Bits.doubles(prefix + TARGETS, integers(prefix, TARGETS));
        double[] importance = Bits.doubles(prefix + IMPORTANCE, integers(prefix, IMPORTANCE));
        float[] outOfBag = floats(prefix, OUT_OF_BAG);
        require(outOfBag.length == targets.length, prefix + OUT_OF_BAG, targets.length + " numbers", outOfBag.length);
        int[] inner = integers(prefix, INNER).values();
        int[] draws = integers(prefix, DRAWS).values();
        require(inner.length == draws.length && inner.length > 0, prefix + DRAWS, "one per tree", draws.length);
        Cut nodes = new Cut(prefix, importance.length, targets.length);
        List<Tree> trees = new ArrayList<>();
        for (int b = 0; b < inner.length; b++) trees.add(nodes.next(inner[b], draws[b]));
        nodes.end();
        return new QuantileForest(importance.length, trees, targets, outOfBag, importance);
    }

    private Safetensors.Integers integers(String prefix, String name) {
        Safetensors.Integers array = integers.get(prefix + name);
        if (array == null) throw new IllegalArgumentException(prefix + name + ": expected integers, got none");
        return array;
    }

    private float[] floats(String prefix, String name) {
        Safetensors.Array array = floats.get(prefix + name);
        if (array == null) throw new IllegalArgumentException(prefix + name + ": expected floats, got none");
        return array.values();
    }

    private static void require(boolean fits, String name, String expected, long got) {
        if (!fits) throw new IllegalArgumentException(name + ": expected " + expected + ", got " + got);
    }

    /** Cuts the arrays into trees, refusing what would lead out of them. */
    private final class Cut {
        private final String prefix;
        private final int features;
        private final int tableRows;
        private final float[] threshold;
        private final int[] feature;
        private final int[] left;
        private final int[] sizes;
        private final int[] rows;
        private int node;
        private int leaf;
        private int draw;

        Cut(String prefix, int features, int tableRows) {
            this.prefix = prefix;
            this.features = features;
            this.tableRows = tableRows;
            threshold = floats(prefix, THRESHOLD);
            feature = integers(prefix, FEATURE).values();
            left = integers(prefix, LEFT).values();
            sizes = integers(prefix, SIZES).values();
            rows = integers(prefix, ROWS).values();
            require(feature.length == threshold.length, prefix + FEATURE, "as many as thresholds", feature.length);
            require(left.length == threshold.length, prefix + LEFT, "as many as thresholds", left.length);
        }

        Tree next(int inner, int draws) {
            require(inner >= 0 && inner <= threshold.length - node, prefix + INNER, "no more than there are", inner);
            require(inner < sizes.length - leaf, prefix + SIZES, "one more leaf than inner nodes", sizes.length - leaf);
            require(draws >= 0 && draws <= rows.length - draw, prefix + DRAWS, "no more than there are", draws);
            char[] ask = new char[inner];
            for (int i = 0; i < inner; i++) {
                int f = feature[node + i];
                require(f >= 0 && f < features, prefix + FEATURE, "0 to " + (features - 1), f);
                ask[i] = (char) f;
            }
            Tree tree = new Tree(
                    ask,
                    Arrays.copyOfRange(threshold, node, node + inner),
                    Arrays.copyOfRange(left, node, node + inner),
                    starts(inner + 1, draws),
                    Arrays.copyOfRange(rows, draw, draw + draws));
            for (int row : tree.rows())
                require(row >= 0 && row < tableRows, prefix + ROWS, "0 to " + (tableRows - 1), row);
            requireNested(tree.left());
            node += inner;
            leaf += inner + 1;
            draw += draws;
            return tree;
        }

        private int[] starts(int leaves, int draws) {
            int[] start = new int[leaves + 1];
            for (int i = 0; i < leaves; i++) {
                int size = sizes[leaf + i];
                require(size >= 1 && size <= draws - start[i], prefix + SIZES, "1 to " + (draws - start[i]), size);
                start[i + 1] = start[i] + size;
            }
            require(start[leaves] == draws, prefix + SIZES, "a sum of " + draws, start[leaves]);
            return start;
        }

        /** Every left subtree fits into that of its node; {@code end} of a subtree is where its inner nodes end. */
        private void requireNested(int[] below) {
            int[] ends = new int[below.length + 1];
            int depth = 0;
            int end = below.length;
            for (int i = 0; i < below.length; i++) {
                while (i == end) end = ends[--depth];
                require(below[i] >= 0 && below[i] < end - i, prefix + LEFT, "0 to " + (end - i - 1), below[i]);
                ends[depth++] = end;
                end = i + 1 + below[i];
            }
        }

        void end() {
            require(node == threshold.length, prefix + THRESHOLD, node + " numbers", threshold.length);
            require(leaf == sizes.length, prefix + SIZES, leaf + " numbers", sizes.length);
            require(draw == rows.length, prefix + ROWS, draw + " numbers", rows.length);
        }
    }
}
