package bayesflow4j.model;

import java.io.Serializable;
import java.util.random.RandomGenerator;

/** N ~ U{least, …, most}, the number of rows of a set or of time points of a series. */
public record ObservationCount(int least, int most) implements Serializable {
    public ObservationCount {
        if (least < 1 || most < least)
            throw new IllegalArgumentException(
                    "observation count: expected 1 ≤ least ≤ most, got " + least + " and " + most);
    }

    /** Always {@code count}. */
    public static ObservationCount exactly(int count) {
        return new ObservationCount(count, count);
    }

    /** Uniform between two bounds, both included. */
    public static ObservationCount between(int least, int most) {
        return new ObservationCount(least, most);
    }

    /** A draw N. */
    public int sample(RandomGenerator rng) {
        return least == most ? least : rng.nextInt(least, most + 1);
    }

    /** Whether every N of another range is one of this. */
    public boolean includes(ObservationCount other) {
        return least <= other.least && other.most <= most;
    }

    @Override
    public String toString() {
        return least == most ? Integer.toString(least) : least + "…" + most;
    }
}
