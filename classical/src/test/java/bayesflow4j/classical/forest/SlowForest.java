package bayesflow4j.classical.forest;

import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * A quantile regression forest as the papers describe it, on lists of draws, for targets that are small whole numbers: every
 * threshold of every candidate is tried, and reductions are compared as fractions of integers.
 */
final class SlowForest {
    private final float[][] x;
    private final long[] y;
    private final ForestDesign design;
    private final List<Node> trees = new ArrayList<>();
    private final List<int[]> counts = new ArrayList<>();

    /** A leaf has draws; an inner node has children. */
    private record Node(int feature, double threshold, List<Node> children, List<Integer> draws) {
        Node leaf(float[] at) {
            if (children.isEmpty()) return this;
            return children.get(at[feature] <= threshold ? 0 : 1).leaf(at);
        }
    }

    SlowForest(float[][] x, long[] y, ForestDesign design, Seed seed) {
        this.x = x;
        this.y = y;
        this.design = design;
        for (int b = 0; b < design.trees(); b++) {
            RandomGenerator rng = seed.child(b).stream(0);
            List<Integer> draws = new ArrayList<>();
            for (int i = 0; i < design.draws().orElse(x.length); i++) draws.add(rng.nextInt(x.length));
            int[] count = new int[x.length];
            draws.forEach(i -> count[i]++);
            counts.add(count);
            List<Integer> features = new ArrayList<>();
            for (int f = 0; f < x[0].length; f++) features.add(f);
            trees.add(node(draws, features, rng));
        }
    }

    private Node node(List<Integer> draws, List<Integer> features, RandomGenerator rng) {
        boolean pure = draws.stream().mapToLong(i -> y[i]).distinct().count() == 1;
        if (draws.size() <= design.leaf() || pure) return new Node(-1, 0, List.of(), draws);
        int tries = design.candidates().orElse(Math.max(1, x[0].length / 3));
        long[] best = {-1, 1};
        int feature = -1;
        double threshold = 0;
        for (int t = 0; t < features.size() && (t < tries || feature < 0); t++) {
            Collections.swap(features, t, t + rng.nextInt(features.size() - t));
            int f = features.get(t);
            List<Float> values = new ArrayList<>(
                    new TreeSet<>(draws.stream().map(i -> x[i][f]).toList()));
            for (int v = 0; v + 1 < values.size(); v++) {
                double middle = ((double) values.get(v) + values.get(v + 1)) / 2;
                long[] reduction = reduction(draws, f, middle);
                if (reduction[0] * best[1] > best[0] * reduction[1]) {
                    best = reduction;
                    feature = f;
                    threshold = middle;
                }
            }
        }
        if (feature < 0) return new Node(-1, 0, List.of(), draws);
        List<Integer> left = new ArrayList<>();
        List<Integer> right = new ArrayList<>();
        for (int i : draws) (x[i][feature] <= threshold ? left : right).add(i);
        Node leftNode = node(left, features, rng);
        return new Node(feature, threshold, List.of(leftNode, node(right, features, rng)), List.of());
    }

    /** By how much a split reduces the sum of squares: s²/n on either side less S²/N, as a fraction. */
    private long[] reduction(List<Integer> draws, int f, double threshold) {
        long total = draws.size();
        long sum = 0;
        long left = 0;
        long leftSum = 0;
        for (int i : draws) {
            sum += y[i];
            if (x[i][f] <= threshold) {
                left++;
                leftSum += y[i];
            }
        }
        long right = total - left;
        long rightSum = sum - leftSum;
        long numerator =
                leftSum * leftSum * right * total + rightSum * rightSum * left * total - sum * sum * left * right;
        return new long[] {numerator, left * right * total};
    }

    /** w(x) [n]: the mean over trees of the share of each row in the leaf. */
    double[] weights(float[] at) {
        double[] weights = new double[x.length];
        for (Node tree : trees) {
            List<Integer> draws = tree.leaf(at).draws();
            double[] times = new double[x.length];
            for (int i : draws) times[i]++;
            for (int i = 0; i < times.length; i++) weights[i] += times[i] / draws.size();
        }
        for (int i = 0; i < weights.length; i++) weights[i] /= trees.size();
        return weights;
    }

    /** The mean of leaf means over trees that did not draw the row [n]. */
    double[] outOfBag() {
        double[] predictions = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double sum = 0;
            int count = 0;
            for (int b = 0; b < trees.size(); b++) {
                if (counts.get(b)[i] > 0) continue;
                sum += trees.get(b).leaf(x[i]).draws().stream()
                        .mapToLong(k -> y[k])
                        .average()
                        .orElseThrow();
                count++;
            }
            predictions[i] = sum / count;
        }
        return predictions;
    }

    /** The least target y with Σ w over targets ≤ y of at least p, by trying all. */
    double quantile(double[] weights, double p) {
        long[] sorted = Arrays.stream(y).sorted().toArray();
        for (long value : sorted) {
            double below = 0;
            for (int i = 0; i < y.length; i++) if (y[i] <= value) below += weights[i];
            if (below > 0 && below >= p - 1e-12) return value;
        }
        return sorted[sorted.length - 1];
    }
}
