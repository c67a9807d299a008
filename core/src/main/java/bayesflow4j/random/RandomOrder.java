package bayesflow4j.random;

import java.util.random.RandomGenerator;

/** A permutation of 0 … n−1, uniform over all n!. */
public final class RandomOrder {
    private RandomOrder() {}

    /**
     * A draw [n] by the inside-out form of the Fisher-Yates shuffle: {@code rng.nextInt(1)}, {@code rng.nextInt(2)}, …,
     * {@code rng.nextInt(n)} in this order, so the first n numbers of a stream fix the result.
     */
    public static int[] of(int size, RandomGenerator rng) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = rng.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }
}
