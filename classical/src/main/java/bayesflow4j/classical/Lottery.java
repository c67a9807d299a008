package bayesflow4j.classical;

import java.util.random.RandomGenerator;

/** A distribution on 0 … k − 1 in proportion to weights, by its distribution function. */
public final class Lottery {
    private final double[] cumulative;

    /** In proportion to these weights, not negative and not all zero [k]. */
    public Lottery(double[] weights) {
        cumulative = new double[weights.length];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            if (!(weights[i] >= 0 && weights[i] < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException(
                        "weight " + i + ": expected a finite number of at least 0, got " + weights[i]);
            cumulative[i] = sum += weights[i];
        }
        if (!(sum > 0)) throw new IllegalArgumentException("weights: expected one above 0 at least, got none");
    }

    /** The least i with P(I ≤ i) ≥ p, never one of weight zero. */
    public int at(double p) {
        double goal = p * cumulative[cumulative.length - 1];
        return first(goal > 0 ? goal : Double.MIN_VALUE);
    }

    /** A draw. */
    public int draw(RandomGenerator rng) {
        // In (0, total]: the first cumulative weight that is not below is that of an entry with weight.
        return first((1 - rng.nextDouble()) * cumulative[cumulative.length - 1]);
    }

    /** The first entry whose cumulative weight reaches the goal; equal ones follow it and have no weight. */
    private int first(double goal) {
        int low = 0;
        int high = cumulative.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] >= goal) high = middle;
            else low = middle + 1;
        }
        return low;
    }
}
