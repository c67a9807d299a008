package bayesflow4j.classical.forest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.classical.forest.ForestDesign.Sampling;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.random.Goodness;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantileForestTest {
    private static final ForestDesign WHOLE =
            ForestDesign.DEFAULT.withTrees(1).withSampling(Sampling.DISTINCT).withLeaf(1);

    private static QuantileForest grow(float[][] x, double[] y, ForestDesign design, long seed) {
        return new ForestGrowth(features(x), design, 2, TrainingListener.SILENT).grow("y", y, new Seed(seed));
    }

    private static Features features(float[][] x) {
        float[] flat = new float[x.length * x[0].length];
        for (int i = 0; i < x.length; i++) System.arraycopy(x[i], 0, flat, i * x[0].length, x[0].length);
        return Features.of(x[0].length, flat, 2);
    }

    /** Features on a grid of so many steps, so that there are ties. */
    private static float[][] grid(int rows, int columns, int steps, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        float[][] x = new float[rows][columns];
        for (float[] row : x) for (int f = 0; f < columns; f++) row[f] = (rng.nextInt(steps) - steps / 2) / 8f;
        return x;
    }

    private static double[] normals(int count, long seed) {
        RandomGenerator rng = new Seed(seed).stream(0);
        double[] y = new double[count];
        for (int i = 0; i < count; i++) y[i] = rng.nextGaussian();
        return y;
    }

    private static long[] small(float[][] x, long seed) {
        RandomGenerator rng = new Seed(seed).stream(1);
        long[] y = new long[x.length];
        for (int i = 0; i < y.length; i++) y[i] = rng.nextInt(20) + Math.round(Math.clamp(4 * x[i][0], -10f, 10f));
        return y;
    }

    /** Weights to the bit, quantiles and out-of-bag predictions of the forest and of its slow likeness. */
    private static void assertAgrees(SlowForest slow, QuantileForest forest, float[][] at) {
        for (float[] x : at) {
            double[] expected = slow.weights(x);
            ForestMarginal found = forest.given(x);
            double[] weights = new double[expected.length];
            for (int k = 0; k < found.rows().length; k++) weights[found.rows()[k]] = found.weights()[k];
            assertArrayEquals(expected, weights, 0.0);
            for (double p : new double[] {0, 0.0251, 0.3101, 0.5001, 0.7701, 0.9751, 1})
                assertEquals(slow.quantile(expected, p), found.quantile(p));
        }
        double[] predictions = slow.outOfBag();
        for (int i = 0; i < predictions.length; i++) assertEquals(predictions[i], forest.outOfBag()[i], 1e-5);
    }

    /** With 150 rows the leaves' rows are many of the table, with 30 trees few; grids give ties, and nodes of all sizes. */
    @ParameterizedTest
    @CsvSource({"150,5,1000000,5,7", "150,5,6,5,7", "150,7,40,1,7", "170,1,1000000,3,2", "12,3,9,2,30", "150,2,3,20,10"
    })
    void agreesWithTheSlowForest(int rows, int columns, int steps, int leaf, int trees) {
        ForestDesign design = ForestDesign.DEFAULT.withTrees(trees).withLeaf(leaf);
        for (long seed = 0; seed < 5; seed++) {
            float[][] x = grid(rows, columns, steps, seed);
            long[] y = small(x, seed);
            double[] targets = Arrays.stream(y).asDoubleStream().toArray();
            assertAgrees(
                    new SlowForest(x, y, design, new Seed(seed)),
                    grow(x, targets, design, seed),
                    grid(40, columns, steps, seed + 100));
        }
    }

    /** A row moved to another leaf, a threshold shifted, two leaves exchanged: each is seen. */
    @Test
    void plantedFaultsAreSeen() {
        ForestDesign design = ForestDesign.DEFAULT.withTrees(5);
        float[][] x = grid(150, 3, 50, 1);
        long[] y = small(x, 1);
        SlowForest slow = new SlowForest(x, y, design, new Seed(1));
        QuantileForest forest = grow(x, Arrays.stream(y).asDoubleStream().toArray(), design, 1);
        assertAgrees(slow, tampered(forest, tree -> {}), x);
        List<Consumer<Tree>> faults = List.of(
                tree -> tree.rows()[3] = (tree.rows()[3] + 1) % 150,
                tree -> tree.threshold()[tree.threshold().length / 2] += 1,
                tree -> tree.left()[0]++,
                tree -> tree.start()[4]++,
                tree -> tree.feature()[0] = (char) ((tree.feature()[0] + 1) % 3));
        for (var fault : faults)
            assertThrows(AssertionError.class, () -> assertAgrees(slow, tampered(forest, fault), x));
    }

    private static QuantileForest tampered(QuantileForest forest, Consumer<Tree> fault) {
        List<Tree> trees = new ArrayList<>();
        for (Tree t : forest.trees())
            trees.add(new Tree(
                    t.feature().clone(),
                    t.threshold().clone(),
                    t.left().clone(),
                    t.start().clone(),
                    t.rows().clone()));
        fault.accept(trees.getFirst());
        return new QuantileForest(forest.features(), trees, forest.targets(), forest.outOfBag(), forest.importance());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 60})
    void weightsSumToOne(int leaf) {
        float[][] x = grid(2000, 4, 1000, 3);
        for (int draws : new int[] {50, 2000, 5000}) {
            ForestDesign design =
                    ForestDesign.DEFAULT.withTrees(20).withLeaf(leaf).withDraws(draws);
            QuantileForest forest = grow(x, normals(2000, 4), design, 5);
            for (float[] at : grid(30, 4, 2000, 6)) {
                double[] weights = forest.given(at).weights();
                assertEquals(1, Arrays.stream(weights).sum(), 1e-12);
                assertTrue(Arrays.stream(weights).allMatch(w -> w > 0));
            }
            for (Tree tree : forest.trees()) assertEquals(draws, tree.rows().length);
        }
    }

    @Test
    void aTreeOfAllRowsReproducesDistinctTargets() {
        float[][] x = grid(700, 6, 1_000_000, 7);
        double[] y = normals(700, 8);
        QuantileForest forest = grow(x, y, WHOLE, 9);
        for (int i = 0; i < y.length; i++) {
            assertEquals(y[i], forest.given(x[i]).mean());
            assertEquals(y[i], forest.given(x[i]).quantile(0.5));
            assertTrue(Float.isNaN(forest.outOfBag()[i]));
        }
        assertTrue(Double.isNaN(forest.given(x[0]).variance()));
    }

    /** In that tree splits take away all of the sum of squares, and with one informative feature it is theirs. */
    @Test
    void importanceIsTheReducedSumOfSquares() {
        float[][] x = grid(700, 6, 1_000_000, 7);
        double[] y = new double[700];
        for (int i = 0; i < 700; i++) y[i] = 1e6 + Math.exp(x[i][2] / 1e5);
        double mean = Arrays.stream(y).average().orElseThrow();
        double squares = Arrays.stream(y).map(v -> (v - mean) * (v - mean)).sum();
        double[] importance = grow(x, y, WHOLE.withCandidates(6), 9).importance();
        assertEquals(squares, Arrays.stream(importance).sum(), 1e-6 * squares);
        assertTrue(importance[2] > 0.99 * squares, Arrays.toString(importance));
        double[] forest = grow(x, y, ForestDesign.DEFAULT.withTrees(50), 9).importance();
        for (int f = 0; f < 6; f++) assertTrue(f == 2 || forest[f] < 0.5 * forest[2], Arrays.toString(forest));
    }

    /** Rank-preserving changes of features change thresholds only; one that merges values changes more. */
    @Test
    void increasingTransformsDoNotMatter() {
        float[][] x = grid(900, 3, 1500, 10);
        double[] y = normals(900, 11);
        ForestDesign design = ForestDesign.DEFAULT.withTrees(10);
        QuantileForest plain = grow(x, y, design, 12);
        assertTrue(sameSplits(plain, grow(mapped(x, v -> v * v * v / 64 - 5), y, design, 12)));
        assertTrue(sameSplits(plain, grow(mapped(x, v -> v * 1024), y, design, 12)));
        assertFalse(sameSplits(plain, grow(mapped(x, v -> Math.round(v)), y, design, 12)));
    }

    private interface Map {
        float of(float value);
    }

    private static float[][] mapped(float[][] x, Map map) {
        float[][] mapped = new float[x.length][x[0].length];
        for (int i = 0; i < x.length; i++) for (int f = 0; f < x[0].length; f++) mapped[i][f] = map.of(x[i][f]);
        return mapped;
    }

    private static boolean sameSplits(QuantileForest a, QuantileForest b) {
        for (int t = 0; t < a.trees().size(); t++) {
            Tree one = a.trees().get(t);
            Tree other = b.trees().get(t);
            if (!Arrays.equals(one.feature(), other.feature())
                    || !Arrays.equals(one.left(), other.left())
                    || !Arrays.equals(one.start(), other.start())
                    || !Arrays.equals(one.rows(), other.rows())) return false;
        }
        return true;
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() {
        Features features = features(grid(3000, 5, 4000, 13));
        double[] y = normals(3000, 14);
        ForestDesign design = ForestDesign.DEFAULT.withTrees(16);
        QuantileForest one = new ForestGrowth(features, design, 1, TrainingListener.SILENT).grow("y", y, new Seed(15));
        QuantileForest two = new ForestGrowth(features, design, 2, TrainingListener.SILENT).grow("y", y, new Seed(15));
        assertTrue(sameSplits(one, two));
        for (int t = 0; t < 16; t++)
            assertArrayEquals(one.trees().get(t).threshold(), two.trees().get(t).threshold());
        assertArrayEquals(one.importance(), two.importance());
        assertArrayEquals(one.outOfBag(), two.outOfBag());
        QuantileForest other =
                new ForestGrowth(features, design, 2, TrainingListener.SILENT).grow("y", y, new Seed(16));
        assertFalse(sameSplits(one, other));
    }

    /**
     * y = sin(x) + ε: the out-of-bag error is the noise's variance ¼, a little more for the 25 or more draws that a leaf
     * averages and for the curve within a leaf. Its standard error is ¼ √(2/n); below by five of them happens once in three
     * million, and above it may be by 6 % more.
     */
    @Test
    void theOutOfBagErrorIsTheNoise() {
        int n = 6000;
        RandomGenerator rng = new Seed(17).stream(0);
        float[][] x = new float[n][1];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i][0] = (float) (6 * rng.nextDouble());
            y[i] = Math.sin(x[i][0]) + 0.5 * rng.nextGaussian();
        }
        QuantileForest forest = grow(x, y, ForestDesign.DEFAULT.withTrees(100).withLeaf(50), 18);
        double standardError = 0.25 * Math.sqrt(2.0 / n);
        double error = forest.outOfBagError();
        assertTrue(error > 0.25 - 5 * standardError && error < 0.25 * 1.06 + 5 * standardError, "error " + error);
        for (float at : new float[] {1, 2.5f, 4}) {
            assertEquals(Math.sin(at), forest.given(new float[] {at}).mean(), 0.25);
            assertEquals(0.25, forest.given(new float[] {at}).variance(), 0.08);
        }
        // Errors on rows that the trees saw are smaller: they are not what this test would accept.
        double seen = 0;
        for (int i = 0; i < n; i++) seen += Math.pow(y[i] - forest.given(x[i]).mean(), 2) / n;
        assertTrue(seen < 0.25 - 5 * standardError, "seen " + seen);
    }

    /** Draws follow the weights; a false alarm once in a million. */
    @Test
    void drawsFollowTheWeights() {
        float[][] x = grid(500, 2, 100, 19);
        double[] y = new double[500];
        for (int i = 0; i < 500; i++) y[i] = (i * 77) % 500;
        ForestMarginal marginal =
                grow(x, y, ForestDesign.DEFAULT.withTrees(20), 20).given(x[4]);
        double[] probability = new double[500];
        for (int k = 0; k < marginal.rows().length; k++)
            probability[(int) y[marginal.rows()[k]]] = marginal.weights()[k];
        RandomGenerator rng = new Seed(21).stream(0);
        Goodness.assertDiscrete("draws", 50_000, 0, 499, l -> (int) marginal.sample(rng), v -> probability[v]);
    }

    @Test
    void whatCannotBeSplitIsALeaf() {
        float[][] x = new float[20][2];
        for (int i = 0; i < 20; i++) x[i][1] = i % 2 == 0 ? 0f : -0f;
        QuantileForest forest = grow(x, normals(20, 22), WHOLE, 23);
        double[] weights = forest.given(new float[] {7, -7}).weights();
        assertEquals(20, weights.length);
        for (double w : weights) assertEquals(0.05, w);
    }

    /** There is no number between neighboring floats: the lower one is the threshold, whichever way the midpoint rounds. */
    @Test
    void neighboringFloatsAreToldApart() {
        float second = Math.nextUp(1f);
        for (float[][] close : new float[][][] {{{1}, {second}}, {{second}, {Math.nextUp(second)}}}) {
            QuantileForest two = grow(close, new double[] {3, 4}, WHOLE, 24);
            assertEquals(3, two.given(close[0]).mean());
            assertEquals(4, two.given(close[1]).mean());
        }
    }

    @Test
    void progressIsHeardAndCanEndTheWork() {
        Features features = features(grid(200, 2, 100, 25));
        double[] y = normals(200, 26);
        List<TrainingEvent.Working> heard = new ArrayList<>();
        ForestDesign design = ForestDesign.DEFAULT.withTrees(30);
        Thread here = Thread.currentThread();
        new ForestGrowth(features, design, 2, event -> {
                    assertEquals(here, Thread.currentThread());
                    heard.add((TrainingEvent.Working) event);
                })
                .grow("r", y, new Seed(27));
        assertTrue(heard.contains(new TrainingEvent.Working("trees for r", 30, 30)), heard.toString());
        assertThrows(
                IllegalStateException.class,
                () -> new ForestGrowth(features, design, 2, event -> {
                            throw new IllegalStateException("enough");
                        })
                        .grow("r", y, new Seed(27)));
    }

    @Test
    void wrongTablesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> Features.of(2, new float[3], 1));
        assertThrows(IllegalArgumentException.class, () -> Features.of(1, new float[] {1, Float.NaN}, 1));
        float[][] x = grid(10, 2, 5, 28);
        assertThrows(IllegalArgumentException.class, () -> grow(x, new double[9], WHOLE, 29));
        assertThrows(IllegalArgumentException.class, () -> grow(x, new double[10], WHOLE.withCandidates(3), 29));
        assertThrows(IllegalArgumentException.class, () -> grow(x, new double[10], WHOLE.withDraws(11), 29));
        QuantileForest forest = grow(x, normals(10, 30), WHOLE, 29);
        assertThrows(IllegalArgumentException.class, () -> forest.given(new float[3]));
        assertThrows(IllegalArgumentException.class, () -> forest.given(new float[] {1, Float.NaN}));
    }
}
