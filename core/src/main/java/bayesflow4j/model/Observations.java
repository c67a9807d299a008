package bayesflow4j.model;

import java.io.Serializable;
import java.util.Arrays;

/** x₁ … x_N, one data set: {@code count} rows of {@code width} numbers, row after row [N, d]; NaN is a missing number. */
public record Observations(int count, int width, float[] values) implements Serializable {
    public Observations {
        if (count < 0 || width < 1 || (long) count * width != values.length)
            throw new IllegalArgumentException("observations: expected count × width values, got " + count + " × "
                    + width + " and " + values.length);
    }

    /** N observations of one number each [N, 1]. */
    public static Observations of(double... values) {
        return new Observations(values.length, 1, floats(values));
    }

    /** N observations of d numbers each, one row per observation [N][d]. */
    public static Observations ofRows(double[]... rows) {
        if (rows.length == 0) throw new IllegalArgumentException("rows: expected at least one, got none");
        int width = rows[0].length;
        double[] values = new double[rows.length * width];
        for (int n = 0; n < rows.length; n++) {
            if (rows[n].length != width)
                throw new IllegalArgumentException(
                        "rows[" + n + "]: expected " + width + " numbers as in the first, got " + rows[n].length);
            System.arraycopy(rows[n], 0, values, n * width, width);
        }
        return new Observations(rows.length, width, floats(values));
    }

    /** A data set that is one vector of d numbers [1, d], such as statistics. */
    public static Observations ofVector(double... values) {
        return new Observations(1, values.length, floats(values));
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) floats[i] = (float) values[i];
        return floats;
    }

    /** The number in a row and column, both from 0. */
    public float at(int row, int column) {
        return values[row * width + column];
    }

    /** How many numbers are missing. */
    public int missing() {
        int missing = 0;
        for (float value : values) if (Float.isNaN(value)) missing++;
        return missing;
    }

    /** The same numbers, missing where those of another data set of this shape are. */
    public Observations withGapsOf(Observations other) {
        if (other.count != count || other.width != width)
            throw new IllegalArgumentException("gaps: expected a data set of " + count + " × " + width + ", got "
                    + other.count + " × " + other.width);
        float[] gapped = values.clone();
        for (int i = 0; i < gapped.length; i++) if (Float.isNaN(other.values[i])) gapped[i] = Float.NaN;
        return new Observations(count, width, gapped);
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
