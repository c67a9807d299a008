package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/** A reusable array of floats that grows to the largest requested size. */
public final class Buffer {
    private float[] data = new float[0];

    /** An array of at least this many floats; growing discards its content. */
    public float[] atLeast(int size) {
        if (size < 0 || size > Kernels.MOST_FLOATS)
            throw new IllegalArgumentException(
                    "one array for activations: expected at most " + Kernels.MOST_FLOATS + " floats (4 GiB), got "
                            + (size < 0 ? "more" : size) + "; smaller batches or data sets would fit");
        if (data.length < size)
            data = new float
                    [(int) Math.max(size, Math.min(Kernels.MOST_FLOATS, Math.min(2L * data.length, size + size / 4L)))];
        return data;
    }

    /** The current array. */
    public float[] data() {
        return data;
    }
}
