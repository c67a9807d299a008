package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/**
 * A matrix [rows, groups·columns] of weights and its place in the flat arrays of {@link Weights}. Each group of columns is
 * padded to a multiple of 8 with zeros; the matrix is stored in {@linkplain Kernels#PANELS panels}, and once more transposed.
 *
 * @param name unique in its network, such as {@code summary.dense0.kernel}
 * @param rows the number of inputs
 * @param groups of columns, 4 for the gates of an LSTM and 1 elsewhere
 * @param columns of one group
 * @param start the weights before training
 * @param mask the weights that are zero and stay zero
 * @param offset of the first weight in the stored array
 * @param transposedOffset of the first weight in the transposed array
 */
public record Tensor(
        String name, int rows, int groups, int columns, Start start, Mask mask, int offset, int transposedOffset) {
    /** How the weights are initialized. */
    public enum Start {
        /** Uniform on ±√(6/(rows+columns)): keeps the variance of activations and gradients through the layers. */
        GLOROT,
        /** Zero, for the last matrix of a correction that begins as the identity. */
        CLOSED,
        /** Zero, for biases. */
        ZERO,
        /** One in the second group and zero elsewhere: an LSTM that begins by remembering. */
        REMEMBER;

        /** Whether the weights are a matrix, with a transposed copy, and not biases. */
        public boolean isMatrix() {
            return this == GLOROT || this == CLOSED;
        }
    }

    /** The padded number of columns of all groups. */
    public int paddedColumns() {
        return groups * Kernels.padded(columns);
    }

    /** The number of elements, without padding but with structural zeros. */
    public int size() {
        return rows * groups * columns;
    }

    /** Rows of the transposed copy: padding between groups is kept, padding at the end is not. */
    public int transposedRows() {
        return groups == 1 ? columns : paddedColumns();
    }

    /** The number of floats that the weights take with the padding of their columns. */
    public int storedSize() {
        return rows * paddedColumns();
    }

    /** The stored size including the zeros up to the next tensor. */
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
