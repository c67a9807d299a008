package bayesflow4j.classical.forest;

import bayesflow4j.classical.Lottery;
import java.util.Comparator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Σ wᵢ δ(y − yᵢ), the distribution of one target given features: weights on some of the rows of a table. */
public final class ForestMarginal {
    private final int[] rows;
    private final double[] weights;
    private final double[] targets;
    private final float[] outOfBag;
    private final int[] ascending;
    private final Lottery lottery;

    ForestMarginal(LeafWeights leaves, double[] targets, float[] outOfBag) {
        this.rows = leaves.rows();
        this.weights = leaves.weights();
        this.targets = targets;
        this.outOfBag = outOfBag;
        ascending = IntStream.range(0, rows.length)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> targets[rows[k]]))
                .mapToInt(k -> k)
                .toArray();
        lottery =
                new Lottery(IntStream.of(ascending).mapToDouble(k -> weights[k]).toArray());
    }

    /** The rows whose weight is not zero, ascending [k]. */
    public int[] rows() {
        return rows.clone();
    }

    /** Their weights [k], which sum to one. */
    public double[] weights() {
        return weights.clone();
    }

    /** Σ wᵢ yᵢ. */
    public double mean() {
        double sum = 0;
        for (int k = 0; k < rows.length; k++) sum += weights[k] * targets[rows[k]];
        return sum;
    }

    /**
     * Σ wᵢ (yᵢ − ŷᵢ)² with the out-of-bag predictions ŷ, as in abcrf; rows without one are left out. NaN if none has one,
     * as when all trees saw all rows.
     */
    public double variance() {
        double sum = 0;
        double total = 0;
        for (int k = 0; k < rows.length; k++) {
            int i = rows[k];
            if (Float.isNaN(outOfBag[i])) continue;
            sum += weights[k] * (targets[i] - outOfBag[i]) * (targets[i] - outOfBag[i]);
            total += weights[k];
        }
        return sum / total;
    }

    /** The least target y with P(Y ≤ y) ≥ p (Meinshausen 2006, eq. 5). */
    public double quantile(double p) {
        if (!(p >= 0 && p <= 1))
            throw new IllegalArgumentException("probability: expected a number from 0 to 1, got " + p);
        return targets[rows[ascending[lottery.at(p)]]];
    }

    /** A draw. */
    public double sample(RandomGenerator rng) {
        return targets[row(rng)];
    }

    /** The row of the table that a draw comes from. */
    int row(RandomGenerator rng) {
        return rows[ascending[lottery.draw(rng)]];
    }
}
