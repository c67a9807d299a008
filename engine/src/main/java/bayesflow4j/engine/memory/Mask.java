package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;
import java.util.Arrays;

/**
 * The structural zeros of a matrix [rows, columns] whose rows and columns have degrees: element (i, j) is a weight where
 * degree(i) ≤ degree(j), and zero elsewhere. {@link Weights} keeps the zeros, whatever an optimizer does to them.
 */
public final class Mask {
    /** No structural zeros. */
    public static final Mask NONE = new Mask(new int[0], 0);

    /** First index and the index after the last of every run of zeros, in the order of the stored matrix. */
    private final int[] runs;

    private final int zeros;

    private Mask(int[] runs, int zeros) {
        this.runs = runs;
        this.zeros = zeros;
    }

    /** The mask of a matrix whose rows and columns have these degrees. */
    public static Mask of(int[] rows, int[] columns) {
        int width = Kernels.padded(columns.length);
        boolean[] zero = new boolean[rows.length * width];
        int zeros = 0;
        for (int i = 0; i < rows.length; i++)
            for (int j = 0; j < columns.length; j++)
                if (rows[i] > columns[j]) {
                    zero[Kernels.panelIndex(rows.length, width, i, j)] = true;
                    zeros++;
                }
        int[] runs = new int[zero.length + 1];
        int count = 0;
        for (int i = 0; i <= zero.length; i++) {
            boolean before = i > 0 && zero[i - 1];
            boolean here = i < zero.length && zero[i];
            if (before != here) runs[count++] = i;
        }
        return new Mask(Arrays.copyOf(runs, count), zeros);
    }

    /** Writes the zeros into the matrix that is stored in panels from {@code offset} on. */
    public void apply(float[] stored, int offset) {
        for (int i = 0; i < runs.length; i += 2) Arrays.fill(stored, offset + runs[i], offset + runs[i + 1], 0f);
    }

    /** The number of structural zeros. */
    public int zeros() {
        return zeros;
    }
}
