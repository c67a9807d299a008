package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** All weights of a network in one flat array, with a transposed copy that the backward pass reads. */
public final class Weights {
    private final Layout layout;
    private final List<Tensor> tensors;
    private final float[] values;
    private final float[] transposed;

    /** Weights that are all zero. */
    public Weights(Layout layout) {
        this.layout = layout;
        this.tensors = layout.tensors();
        this.values = new float[layout.size()];
        this.transposed = new float[layout.transposedSize()];
    }

    /** Weights initialized according to each tensor's {@link Tensor.Start}, drawn in the order of the layout. */
    public static Weights initial(Layout layout, RandomGenerator rng) {
        Weights weights = new Weights(layout);
        for (Tensor tensor : weights.tensors) {
            float[] values = new float[tensor.size()];
            switch (tensor.start()) {
                case GLOROT -> {
                    float limit = (float) Math.sqrt(6.0 / (tensor.rows() + tensor.columns()));
                    for (int i = 0; i < values.length; i++) values[i] = (2 * rng.nextFloat() - 1) * limit;
                }
                case CLOSED, ZERO -> {}
                case REMEMBER -> Arrays.fill(values, tensor.columns(), 2 * tensor.columns(), 1f);
            }
            weights.put(tensor, values);
        }
        return weights;
    }

    /** Names, shapes and places of all tensors. */
    public Layout layout() {
        return layout;
    }

    /** The stored weights, in panels; after a change, call {@link #transpose}. */
    public float[] values() {
        return values;
    }

    float[] transposed() {
        return transposed;
    }

    /** A copy of one tensor, row by row, without padding: [rows, groups·columns]. */
    public float[] copyOf(Tensor tensor) {
        return unpack(tensor, values);
    }

    /** One tensor of any array laid out as these weights, row by row, without padding. */
    public float[] unpack(Tensor tensor, float[] from) {
        int columns = tensor.groups() * tensor.columns();
        float[] copy = new float[tensor.size()];
        for (int i = 0; i < copy.length; i++) copy[i] = from[tensor.offset() + tensor.at(i / columns, i % columns)];
        return copy;
    }

    /** Replaces one tensor by values given row by row, without padding. */
    public void put(Tensor tensor, float[] rowByRow) {
        pack(tensor, rowByRow, values);
        transpose(tensor, Kernels.plain());
    }

    /** Writes values given row by row into any array laid out as these weights. */
    public void pack(Tensor tensor, float[] rowByRow, float[] to) {
        if (rowByRow.length != tensor.size())
            throw new IllegalArgumentException(
                    tensor.name() + ": expected " + tensor.size() + " values, got " + rowByRow.length);
        int columns = tensor.groups() * tensor.columns();
        for (int i = 0; i < rowByRow.length; i++)
            to[tensor.offset() + tensor.at(i / columns, i % columns)] = rowByRow[i];
    }

    /** Restores the structural zeros of one tensor and updates its transposed copy. */
    public void transpose(Tensor tensor, Kernels kernels) {
        tensor.mask().apply(values, tensor.offset());
        if (tensor.transposedSize() == 0) return;
        int rows = tensor.rows();
        int width = tensor.paddedColumns();
        int transposedRows = tensor.transposedRows();
        int transposedWidth = Kernels.padded(rows);
        // Panel by panel: a square of 64·64 weights is one run of memory on both sides.
        for (int j = 0; j < transposedRows; j += Kernels.PANEL) {
            int step = Math.min(Kernels.PANEL, width - j);
            int columns = Math.min(Kernels.PANEL, transposedRows - j);
            for (int i = 0; i < rows; i += Kernels.PANEL) {
                int count = Math.min(Kernels.PANEL, rows - i);
                int transposedStep = Math.min(Kernels.PANEL, transposedWidth - i);
                int from = tensor.offset() + j * rows + i * step;
                int to = tensor.transposedOffset() + i * transposedRows + j * transposedStep;
                kernels.transpose(count, columns, values, from, step, transposed, to, transposedStep);
            }
        }
    }

    /** Restores the structural zeros of all tensors and updates their transposed copies. */
    public void transpose() {
        tensors.forEach(tensor -> transpose(tensor, Kernels.plain()));
    }
}
