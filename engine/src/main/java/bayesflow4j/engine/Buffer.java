package bayesflow4j.engine;

/** Floats that grow to the largest size ever asked for, and then stay. */
public final class Buffer {
    private float[] data = new float[0];

    /** At least this many floats; what was in them before is lost when they grow. */
    public float[] atLeast(int size) {
        if (data.length < size) data = new float[Math.max(size, Math.min(2 * data.length, size + size / 4))];
        return data;
    }

    /** The floats as they are now. */
    public float[] data() {
        return data;
    }
}
