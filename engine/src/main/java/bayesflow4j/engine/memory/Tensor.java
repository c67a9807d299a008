package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/**
 * A matrix [rows, groups·columns] of weights and its place in the flat arrays of {@link Weights}. Each group of columns is
 * padded to a multiple of 8 with zeros; the matrix is stored in {@linkplain Kernels#PANELS panels}, and once more transposed.
 */
public record Tensor(String name, int rows, int groups, int columns, Start start, int offset, int transposedOffset) {
    /** What the weights are before training. */
    public enum Start {
        /** Uniform on ±√(6/(rows+columns)): keeps the variance of activations and gradients through the layers. */
        GLOROT,
        /** Zero, for a matrix that another way around gives a beginning. */
        CLOSED,
        /** Zero, for biases. */
        ZERO,
        /** One in the second group and zero elsewhere: an LSTM that begins by remembering. */
        REMEMBER;

        public boolean isMatrix() {
            return this == GLOROT || this == CLOSED;
        }
    }

    /** The padded number of columns of all groups. */
    public int paddedColumns() {
        return groups * Kernels.padded(columns);
    }

    /** The number of weights a user would count. */
    public int size() {
        return rows * groups * columns;
    }

    /** Rows of the transposed copy: padding between groups is kept, padding at the end is not. */
    public int transposedRows() {
        return groups == 1 ? columns : paddedColumns();
    }

    public int storedSize() {
        return rows * paddedColumns();
    }

    /** The stored size with what lies between this tensor and the next: always zeros. */
    public int room() {
        return Layout.aligned(storedSize());
    }

    int transposedSize() {
        return !start.isMatrix() ? 0 : transposedRows() * Kernels.padded(rows);
    }

    /** Where the weight in this row and (unpadded) column lies. */
    int at(int row, int column) {
        int group = column / columns;
        return Kernels.panelIndex(rows, paddedColumns(), row, group * Kernels.padded(columns) + column % columns);
    }
}
