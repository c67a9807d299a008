package bayesflow4j.model;

import java.util.Arrays;

/** x₁ … x_N, one data set: {@code count} rows of {@code width} numbers, row after row [N, d]. */
public record Observations(int count, int width, float[] values) {
    public Observations {
        if (count < 0 || width < 1 || (long) count * width != values.length)
            throw new IllegalArgumentException("observations: expected count × width values, got " + count + " × "
                    + width + " and " + values.length);
    }

    /** The number in a row and column, both from 0. */
    public float at(int row, int column) {
        return values[row * width + column];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Observations o
                && count == o.count
                && width == o.width
                && Arrays.equals(values, o.values);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * count + width) + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Observations[" + count + " × " + width + "]";
    }
}
