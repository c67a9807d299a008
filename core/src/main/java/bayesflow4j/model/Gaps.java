package bayesflow4j.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * p(which values are missing), independent of the values: a share of a data set, drawn anew for each, and where it is
 * missing. At least one value always remains.
 *
 * @param least smallest share
 * @param most largest share
 * @param pattern where values are missing
 */
public record Gaps(double least, double most, Pattern pattern) {
    /** Where values are missing. */
    public enum Pattern {
        /** Every value on its own. */
        RANDOM,
        /** Whole rows, in one to three runs of successive ones. */
        BLOCKS
    }

    /** For messages about missing values where a model has none. */
    public static final String HOW_TO_ALLOW =
            "to allow gaps, add missing: {share: 0..0.3, kind: random} under data in the model file and train again";

    private static final int MOST_BLOCKS = 3;

    public Gaps {
        if (!(least >= 0 && least <= most && most < 1))
            throw new IllegalArgumentException("share: expected 0 ≤ least ≤ most < 1, got " + least + " and " + most);
        Objects.requireNonNull(pattern, "pattern");
    }

    /** The data set with gaps in some of its columns; a missing value is NaN. */
    public Observations in(Observations x, int[] columns, RandomGenerator rng) {
        double share = least + (most - least) * rng.nextDouble();
        float[] values = x.values().clone();
        boolean[] gone = new boolean[x.count() * columns.length];
        switch (pattern) {
            case RANDOM -> {
                for (int i = 0; i < gone.length; i++) gone[i] = rng.nextDouble() < share;
            }
            case BLOCKS -> blocks(gone, x.count(), columns.length, share, rng);
        }
        keepOne(gone, rng);
        for (int i = 0; i < gone.length; i++)
            if (gone[i]) values[i / columns.length * x.width() + columns[i % columns.length]] = Float.NaN;
        return new Observations(x.count(), x.width(), values);
    }

    /** Blocks may overlap, so that the share is at most what was drawn. */
    private static void blocks(boolean[] gone, int rows, int width, double share, RandomGenerator rng) {
        int blocks = rng.nextInt(1, MOST_BLOCKS + 1);
        for (int b = 0; b < blocks; b++) {
            // A fraction of a row counts as one with that probability.
            int length = (int) (share * rows / blocks + rng.nextDouble());
            int start = rng.nextInt(rows - length + 1);
            Arrays.fill(gone, start * width, (start + length) * width, true);
        }
    }

    private static void keepOne(boolean[] gone, RandomGenerator rng) {
        int kept = gone.length == 0 ? 0 : rng.nextInt(gone.length);
        for (boolean one : gone) if (!one) return;
        if (gone.length > 0) gone[kept] = false;
    }
}
