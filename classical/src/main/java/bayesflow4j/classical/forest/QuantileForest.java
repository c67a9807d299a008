package bayesflow4j.classical.forest;

import java.util.List;

/**
 * x ↦ p(y | x) by a quantile regression forest (Meinshausen 2006): a distribution on the targets y₁ … yₙ it was grown on, with
 * weights
 *
 * <pre>wᵢ(x) = 1/B Σ_b nᵢ_b 1[xᵢ and x share a leaf of tree b] / (draws in that leaf),</pre>
 *
 * nᵢ_b being how often tree b drew row i. Immutable and safe to share between threads.
 */
public final class QuantileForest {
    private final int features;
    private final List<Tree> trees;
    private final double[] targets;
    private final float[] outOfBag;
    private final double[] importance;

    QuantileForest(int features, List<Tree> trees, double[] targets, float[] outOfBag, double[] importance) {
        this.features = features;
        this.trees = List.copyOf(trees);
        this.targets = targets;
        this.outOfBag = outOfBag;
        this.importance = importance;
    }

    /** The distribution of the target given features x [p]. */
    public ForestMarginal given(float[] x) {
        if (x.length != features)
            throw new IllegalArgumentException("features: expected " + features + ", got " + x.length);
        for (int i = 0; i < x.length; i++)
            if (!Float.isFinite(x[i]))
                throw new IllegalArgumentException("feature " + i + ": expected a finite number, got " + x[i]);
        return new ForestMarginal(LeafWeights.of(trees, x, targets.length), targets, outOfBag);
    }

    /** n, the rows that it was grown on. */
    public int rows() {
        return targets.length;
    }

    /** p. */
    public int features() {
        return features;
    }

    /** The mean over trees of the sum of squares that splits on each feature took away [p]. */
    public double[] importance() {
        return importance.clone();
    }

    /** The mean prediction for each row by the trees that did not see it [n]; NaN where all trees did. */
    public float[] outOfBag() {
        return outOfBag.clone();
    }

    /** The mean of (yᵢ − out-of-bag prediction)² over all rows that have one. */
    public double outOfBagError() {
        double squares = 0;
        int count = 0;
        for (int i = 0; i < targets.length; i++) {
            if (Float.isNaN(outOfBag[i])) continue;
            squares += (targets[i] - outOfBag[i]) * (targets[i] - outOfBag[i]);
            count++;
        }
        return squares / count;
    }

    List<Tree> trees() {
        return trees;
    }

    double[] targets() {
        return targets;
    }
}
