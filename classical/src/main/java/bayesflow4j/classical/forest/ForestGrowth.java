package bayesflow4j.classical.forest;

import bayesflow4j.classical.Labor;
import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;

/**
 * (x, y) ↦ a quantile regression forest, on a number of threads. Tree b takes its chance from child b of the seed, so the
 * forest depends on the seed and the table alone.
 */
public final class ForestGrowth {
    private static final int BLOCK = 1024;
    private static final long TELL_EVERY_NANOS = 200_000_000;

    private final Features features;
    private final ForestDesign design;
    private final int threads;
    private final TrainingListener listener;

    /** Grows on these features; what the listener throws ends the work. */
    public ForestGrowth(Features features, ForestDesign design, int threads, TrainingListener listener) {
        this.features = features;
        this.design = design;
        this.threads = threads;
        this.listener = listener;
        design.candidates(features.columns());
        design.draws(features.rows());
    }

    /** The forest of targets y [n]; {@code name} is what they are called in progress reports. */
    public QuantileForest grow(String name, double[] targets, Seed seed) {
        double[] y = targets.clone();
        if (y.length != features.rows())
            throw new IllegalArgumentException(
                    "targets: expected " + features.rows() + ", one per row, got " + y.length);
        for (int i = 0; i < y.length; i++)
            if (!Double.isFinite(y[i]))
                throw new IllegalArgumentException("target " + i + ": expected a finite number, got " + y[i]);
        List<TreeGrower.Grown> grown = growTrees(name, y, seed);
        List<Tree> trees = grown.stream().map(TreeGrower.Grown::tree).toList();
        double[] importance = new double[features.columns()];
        for (TreeGrower.Grown one : grown)
            for (int f = 0; f < importance.length; f++) importance[f] += one.importance()[f] / trees.size();
        return new QuantileForest(features.columns(), trees, y, outOfBag(name, trees, y), importance);
    }

    /** A forest for each parameter of a table whose statistics are the features, parameter j with child j of the seed. */
    public List<QuantileForest> grow(List<String> names, ReferenceTable table, Seed seed) {
        if (names.size() != table.dimension())
            throw new IllegalArgumentException(
                    "names: expected " + table.dimension() + ", one per parameter, got " + names.size());
        List<QuantileForest> forests = new ArrayList<>();
        for (int j = 0; j < names.size(); j++) forests.add(grow(names.get(j), table.column(j), seed.child(j)));
        return forests;
    }

    private List<TreeGrower.Grown> growTrees(String name, double[] targets, Seed seed) {
        // Growers are large and few: a tree takes whichever is free, and leaves no trace in it.
        var growers = new ConcurrentLinkedQueue<TreeGrower>();
        return Labor.map(
                design.trees(),
                threads,
                b -> {
                    TreeGrower free = growers.poll();
                    TreeGrower grower = free == null ? new TreeGrower(features, targets, design) : free;
                    TreeGrower.Grown grown = grower.grow(seed.child(b).stream(0));
                    growers.add(grower);
                    return grown;
                },
                progress("trees for " + name, design.trees()));
    }

    /** By blocks of rows, whose way through one tree is in the cache; each row hears the trees in their order. */
    private float[] outOfBag(String name, List<Tree> trees, double[] targets) {
        List<Prediction> predictors =
                Labor.map(trees.size(), threads, b -> Prediction.of(trees.get(b), targets), done -> {});
        float[] predictions = new float[features.rows()];
        int blocks = (features.rows() + BLOCK - 1) / BLOCK;
        Labor.map(
                blocks,
                threads,
                block -> {
                    int begin = block * BLOCK;
                    int end = Math.min(begin + BLOCK, features.rows());
                    predict(predictors, begin, end, predictions);
                    return block;
                },
                progress("out-of-bag predictions of " + name, blocks));
        return predictions;
    }

    private void predict(List<Prediction> predictors, int begin, int end, float[] predictions) {
        double[] sum = new double[end - begin];
        int[] count = new int[end - begin];
        for (Prediction one : predictors) {
            for (int i = one.bag.nextClearBit(begin); i < end; i = one.bag.nextClearBit(i + 1)) {
                sum[i - begin] += one.means[one.tree.leaf(features.values(), i * features.columns())];
                count[i - begin]++;
            }
        }
        for (int i = begin; i < end; i++) predictions[i] = (float) (sum[i - begin] / count[i - begin]);
    }

    /** A tree, the rows that it saw and the mean target of each leaf. */
    private record Prediction(Tree tree, BitSet bag, double[] means) {
        static Prediction of(Tree tree, double[] targets) {
            BitSet bag = new BitSet();
            for (int row : tree.rows()) bag.set(row);
            double[] means = new double[tree.leaves()];
            for (int leaf = 0; leaf < means.length; leaf++) means[leaf] = tree.mean(leaf, targets);
            return new Prediction(tree, bag, means);
        }
    }

    private IntConsumer progress(String what, int total) {
        long[] next = {System.nanoTime()};
        return done -> {
            if (done < total && System.nanoTime() < next[0]) return;
            next[0] = System.nanoTime() + TELL_EVERY_NANOS;
            listener.on(new TrainingEvent.Working(what, done, total));
        };
    }
}
