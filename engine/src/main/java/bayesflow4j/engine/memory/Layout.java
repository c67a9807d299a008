package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;
import java.util.ArrayList;
import java.util.List;

/** The tensors of a network, in the order in which its layers requested them, and their places in {@link Weights}. */
public final class Layout {
    /** Tensors begin on a multiple of this, so that vectors of any width fit. */
    private static final int ALIGNMENT = 16;

    private final Layout whole;
    private final String prefix;
    private final List<Tensor> tensors = new ArrayList<>();
    private int size;
    private int transposedSize;

    /** A layout without tensors. */
    public Layout() {
        whole = this;
        prefix = "";
    }

    private Layout(Layout whole, String prefix) {
        this.whole = whole;
        this.prefix = prefix;
    }

    /** A part of this layout: its tensors are placed in this one, under names that begin with the prefix. */
    public Layout under(String prefix) {
        return new Layout(whole, this.prefix + prefix);
    }

    /** A place for a matrix [rows, columns]. */
    public Tensor matrix(String name, int rows, int columns) {
        return matrix(name, rows, columns, Tensor.Start.GLOROT);
    }

    /** A place for a matrix [rows, columns] that begins like this. */
    public Tensor matrix(String name, int rows, int columns, Tensor.Start start) {
        return matrix(name, rows, columns, start, Mask.NONE);
    }

    /** A place for a matrix [rows, columns] that begins like this and has these structural zeros. */
    public Tensor matrix(String name, int rows, int columns, Tensor.Start start, Mask mask) {
        return whole.place(prefix + name, rows, 1, columns, start, mask);
    }

    /** A place for a matrix whose columns are groups of equal width, each padded by itself. */
    public Tensor matrix(String name, int rows, int groups, int columns) {
        return whole.place(prefix + name, rows, groups, columns, Tensor.Start.GLOROT, Mask.NONE);
    }

    /** A place for a row of biases. */
    public Tensor bias(String name, int groups, int columns, Tensor.Start start) {
        return whole.place(prefix + name, 1, groups, columns, start, Mask.NONE);
    }

    private Tensor place(String name, int rows, int groups, int columns, Tensor.Start start, Mask mask) {
        if (rows < 1 || groups < 1 || columns < 1)
            throw new IllegalArgumentException(
                    name + ": expected positive sizes, got [" + rows + ", " + groups + "·" + columns + "]");
        if (tensors.stream().anyMatch(t -> t.name().equals(name)))
            throw new IllegalArgumentException("tensor name " + name + ": expected to be used once");
        Tensor tensor = new Tensor(name, rows, groups, columns, start, mask, size, transposedSize);
        long atMost = Math.max(size, transposedSize) + (long) Kernels.padded(rows) * groups * Kernels.padded(columns);
        if (atMost > Kernels.MOST_FLOATS)
            throw new IllegalArgumentException(
                    name + ": expected at most " + Kernels.MOST_FLOATS + " weights in all, got " + atMost);
        tensors.add(tensor);
        size = Math.addExact(size, tensor.room());
        transposedSize = aligned(Math.addExact(transposedSize, tensor.transposedSize()));
        return tensor;
    }

    /** All tensors, in order. */
    public List<Tensor> tensors() {
        return List.copyOf(whole.tensors);
    }

    /** How many weights a user would count. */
    public int weightCount() {
        return whole.tensors.stream()
                .mapToInt(tensor -> tensor.size() - tensor.mask().zeros())
                .sum();
    }

    int size() {
        return whole.size;
    }

    int transposedSize() {
        return whole.transposedSize;
    }

    static int aligned(int size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }
}
