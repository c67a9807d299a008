package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/** Floats that grow to the largest size ever asked for, and then stay. */
public final class Buffer {
    private float[] data = new float[0];

    /** At least this many floats; what was in them before is lost when they grow. */
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

    /** The floats as they are now. */
    public float[] data() {
        return data;
    }
}
