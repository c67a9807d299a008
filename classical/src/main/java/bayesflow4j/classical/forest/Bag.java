package bayesflow4j.classical.forest;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The rows that one tree is grown on, each with how often it was drawn. They are numbered 0 … size − 1 in the order of the
 * table, which keeps what is asked of them close together in memory.
 */
final class Bag {
    private static final int OUTSIDE = -1;

    private final int[] times;
    private final int[] number;
    private final int[] row;
    private final int[] count;
    private final double[] target;
    private final double[] weighted;
    private int size;

    Bag(int rows, int most) {
        times = new int[rows];
        number = new int[rows];
        row = new int[most];
        count = new int[most];
        target = new double[most];
        weighted = new double[most];
    }

    /** Draws the rows. */
    void fill(double[] targets, ForestDesign design, RandomGenerator rng) {
        Arrays.fill(times, 0);
        int draws = design.draws(times.length);
        switch (design.sampling()) {
            case REPLACED -> {
                for (int i = 0; i < draws; i++) times[rng.nextInt(times.length)]++;
            }
            case DISTINCT -> drawDistinct(draws, rng);
        }
        size = 0;
        for (int i = 0; i < times.length; i++) {
            number[i] = OUTSIDE;
            if (times[i] == 0) continue;
            number[i] = size;
            row[size] = i;
            count[size] = times[i];
            // Relative to some target, so that a common offset does not cost digits.
            target[size] = targets[i] - targets[0];
            weighted[size] = times[i] * target[size];
            size++;
        }
    }

    /** Selection sampling: each row is taken with the probability that is left to it (Fan, Muller and Rezucha 1962). */
    private void drawDistinct(int draws, RandomGenerator rng) {
        int missing = draws;
        for (int i = 0; i < times.length; i++)
            if (rng.nextInt(times.length - i) < missing) {
                times[i] = 1;
                missing--;
            }
    }

    /** The bag's numbers of those rows in {@code order} that are in the bag, in that order. */
    void sort(int[] order, int[] sorted) {
        int next = 0;
        for (int i = 0; next < size; i++) {
            // Without a branch: a row is in the bag or not by chance.
            int k = number[order[i]];
            sorted[next] = k;
            next += 1 + (k >> 31);
        }
    }

    /** Different rows. */
    int size() {
        return size;
    }

    /** The row of the table. */
    int row(int k) {
        return row[k];
    }

    /** How often each was drawn, not to be written to. */
    int[] count() {
        return count;
    }

    /** Its target, less a constant. */
    double target(int k) {
        return target[k];
    }

    /** Their targets times how often each was drawn, not to be written to. */
    double[] weighted() {
        return weighted;
    }
}
