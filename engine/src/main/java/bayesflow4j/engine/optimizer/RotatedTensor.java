package bayesflow4j.engine.optimizer;

import static bayesflow4j.engine.kernel.Kernels.PANELS;
import static bayesflow4j.engine.kernel.Kernels.ZERO;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.memory.Buffer;
import bayesflow4j.engine.memory.Tensor;
import java.util.Arrays;

/**
 * One matrix of weights [m, n] that {@link Adam} sees as Uᵀ·W·V, U and V being orthonormal: its place in the array of
 * {@linkplain Descent#bases bases} and its step. There lie, one after the other and by rows: the running sum of G·Gᵀ and U,
 * if rows are turned, then the running sum of Gᵀ·G, V, and Vᵀ. The moments of Adam are those of the turned gradient.
 */
final class RotatedTensor {
    /** Added to the sums, as a part of their mean diagonal: directions without gradient stay as they are. */
    private static final float LEAST = 1e-5f;

    private final Kernels kernels;
    private final Rotation rotation;
    private final Tensor tensor;
    private final float[] bases;
    private final int rows;
    private final int rowStride;
    /** Columns with their padding, whose gradient is zero. */
    private final int columns;

    private final boolean turnsRows;
    private final int rowSums;
    private final int u;
    private final int columnSums;
    private final int v;
    private final int vTransposed;

    RotatedTensor(Kernels kernels, Rotation rotation, Tensor tensor, float[] bases, int offset) {
        this.kernels = kernels;
        this.rotation = rotation;
        this.tensor = tensor;
        this.bases = bases;
        rows = tensor.rows();
        rowStride = Kernels.padded(rows);
        columns = tensor.paddedColumns();
        turnsRows = rotation.turnsRows(tensor);
        rowSums = offset;
        u = rowSums + (turnsRows ? rows * rowStride : 0);
        columnSums = u + (turnsRows ? rows * rowStride : 0);
        v = columnSums + columns * columns;
        vTransposed = v + columns * columns;
        if (turnsRows) for (int i = 0; i < rows; i++) bases[u + i * rowStride + i] = 1;
        for (int i = 0; i < columns; i++) {
            bases[v + i * columns + i] = 1;
            bases[vTransposed + i * columns + i] = 1;
        }
    }

    /** How many floats of the bases belong to this tensor. */
    static int size(Rotation rotation, Tensor tensor) {
        int columns = tensor.paddedColumns();
        int rows = rotation.turnsRows(tensor) ? tensor.rows() * Kernels.padded(tensor.rows()) : 0;
        return 2 * rows + 3 * columns * columns;
    }

    /** What a worker needs for a step. */
    static final class Scratch {
        private final Orthonormal orthonormal;
        private final Buffer transposed = new Buffer();
        private final Buffer product = new Buffer();
        private final Buffer next = new Buffer();
        private final Buffer turn = new Buffer();

        Scratch(Kernels kernels) {
            orthonormal = new Orthonormal(kernels);
        }
    }

    /** Takes the first bases from a gradient without a step: moments in an unsuitable basis would persist for long. */
    void begin(float[] gradient, float[] mean, Scratch scratch) {
        addToSums(gradient, transpose(gradient, scratch));
        renew(mean, scratch);
    }

    /**
     * One step, on arrays that are laid out as the weights are.
     *
     * @param gradient is overwritten
     * @param moves room for the step in the turned basis
     * @param keep the factor of the weights before the step, for weight decay
     * @param renew whether the bases are renewed before it
     */
    void step(
            float[] weights,
            float[] gradient,
            float[] mean,
            float[] square,
            float[] moves,
            Scratch scratch,
            Adam adam,
            float rate,
            float keep,
            float c1,
            float c2,
            boolean renew) {
        int at = tensor.offset();
        int size = tensor.room();
        addToSums(gradient, transpose(gradient, scratch));
        if (renew) renew(mean, scratch);
        turnColumns(turnRows(gradient, bases, u, 1, rowStride, scratch), bases, v, gradient, false);
        Arrays.fill(moves, at, at + size, 0f);
        kernels.adam(moves, gradient, mean, square, at, at + size, 1f, adam, rate, c1, c2);
        if (keep != 1) kernels.scale(keep, weights, at, size);
        turnColumns(turnRows(moves, bases, u, rowStride, 1, scratch), bases, vTransposed, weights, true);
    }

    /** sums ← memory·sums + G·Gᵀ and Gᵀ·G. */
    private void addToSums(float[] gradient, float[] transposed) {
        if (turnsRows) {
            kernels.scale(rotation.memory(), bases, rowSums, rows * rowStride);
            kernels.multiply(
                    rows,
                    rowStride,
                    columns,
                    transposed,
                    0,
                    1,
                    rowStride,
                    transposed,
                    0,
                    rowStride,
                    bases,
                    rowSums,
                    rowStride,
                    bases,
                    rowSums,
                    rowStride);
        }
        kernels.scale(rotation.memory(), bases, columnSums, columns * columns);
        kernels.multiply(
                columns,
                columns,
                rows,
                transposed,
                0,
                rowStride,
                1,
                gradient,
                tensor.offset(),
                PANELS,
                bases,
                columnSums,
                columns,
                bases,
                columnSums,
                columns);
    }

    /** A copy by columns: element (i, j) at j·rowStride + i. */
    private float[] transpose(float[] from, Scratch scratch) {
        float[] to = scratch.transposed.atLeast(columns * rowStride);
        for (int panel = 0; panel < columns; panel += Kernels.PANEL) {
            int width = Math.min(Kernels.PANEL, columns - panel);
            int at = tensor.offset() + panel * rows;
            for (int j = 0; j < width; j++) {
                int column = (panel + j) * rowStride;
                for (int i = 0; i < rows; i++) to[column + i] = from[at + i * width + j];
                for (int i = rows; i < rowStride; i++) to[column + i] = 0;
            }
        }
        return to;
    }

    /** A·X by rows, A(i, l) being {@code a[a0 + i·aRow + l·aCol]}; where rows are not turned, X itself, by columns. */
    private float[] turnRows(float[] x, float[] a, int a0, int aRow, int aCol, Scratch scratch) {
        if (!turnsRows) return transpose(x, scratch);
        float[] product = scratch.product.atLeast(rows * columns);
        int at = tensor.offset();
        kernels.multiply(rows, columns, rows, a, a0, aRow, aCol, x, at, PANELS, product, 0, columns, ZERO, 0, 0);
        return product;
    }

    /** to ← X·B, or to + X·B, X as {@link #turnRows} gives it and B by rows at {@code b[b0]}. */
    private void turnColumns(float[] x, float[] b, int b0, float[] to, boolean add) {
        int xRow = turnsRows ? columns : 1;
        int xCol = turnsRows ? 1 : rowStride;
        int at = tensor.offset();
        kernels.multiply(
                rows,
                columns,
                columns,
                x,
                0,
                xRow,
                xCol,
                b,
                b0,
                columns,
                to,
                at,
                PANELS,
                add ? to : ZERO,
                add ? at : 0,
                add ? PANELS : 0);
    }

    /** One step of orthogonal iteration for U and V; the mean of the gradient is turned with them. */
    private void renew(float[] mean, Scratch scratch) {
        float[] turn = scratch.turn.atLeast(Math.max(rows * rowStride, columns * columns));
        if (turnsRows) {
            float[] next = next(rows, rowStride, rowSums, u, scratch);
            transposedTimes(rows, rowStride, next, 0, bases, u, turn);
            System.arraycopy(next, 0, bases, u, rows * rowStride);
        }
        float[] meanOfRows = turnRows(mean, turn, 0, rowStride, 1, scratch);
        float[] next = next(columns, columns, columnSums, v, scratch);
        transposedTimes(columns, columns, bases, v, next, 0, turn);
        turnColumns(meanOfRows, turn, 0, mean, false);
        System.arraycopy(next, 0, bases, v, columns * columns);
        for (int i = 0; i < columns; i++)
            for (int j = 0; j < columns; j++) bases[vTransposed + j * columns + i] = next[i * columns + j];
    }

    /** to ← Aᵀ·B for square matrices. */
    private void transposedTimes(int side, int stride, float[] a, int a0, float[] b, int b0, float[] to) {
        kernels.multiply(side, stride, side, a, a0, 1, stride, b, b0, stride, to, 0, stride, ZERO, 0, 0);
    }

    /** Orthonormal columns of (sums + least)·basis, or the basis as it is where the sums say nothing. */
    private float[] next(int side, int stride, int sums, int basis, Scratch scratch) {
        double trace = 0;
        for (int i = 0; i < side; i++) trace += bases[sums + i * stride + i];
        float[] next = scratch.next.atLeast(side * stride);
        System.arraycopy(bases, basis, next, 0, side * stride);
        kernels.scale((float) (LEAST * trace / side), next, 0, side * stride);
        kernels.multiply(
                side, stride, side, bases, sums, stride, 1, bases, basis, stride, next, 0, stride, next, 0, stride);
        if (!scratch.orthonormal.columns(side, next)) System.arraycopy(bases, basis, next, 0, side * stride);
        return next;
    }
}
