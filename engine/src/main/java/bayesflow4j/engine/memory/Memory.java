package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/**
 * The workspace of one worker: the kernels, the shared weights, the gradient to write and buffers of its own. A memory
 * for training keeps the activations that the backward pass needs; one for evaluation reuses two buffers.
 */
public final class Memory {
    private final Kernels kernels;
    private final Weights weights;
    private final boolean training;
    private final Buffer[] shared = {new Buffer(), new Buffer()};
    private float[] gradient = new float[0];

    private Memory(Kernels kernels, Weights weights, boolean training) {
        this.kernels = kernels;
        this.weights = weights;
        this.training = training;
    }

    /** A workspace for passes that run forward and backward. */
    public static Memory forTraining(Kernels kernels, Weights weights) {
        return new Memory(kernels, weights, true);
    }

    /** A workspace for passes that run forward only, on one tile of rows at a time. */
    public static Memory forEvaluation(Kernels kernels, Weights weights) {
        return new Memory(kernels, weights, false);
    }

    /** The arithmetic that the passes use. */
    public Kernels kernels() {
        return kernels;
    }

    /** The weights, in panels. */
    public float[] weights() {
        return weights.values();
    }

    /** The transposed weights, in panels. */
    public float[] transposed() {
        return weights.transposed();
    }

    /** Where backward passes write the gradient of the weights, laid out as the weights are. */
    public float[] gradient() {
        return gradient;
    }

    /** Sets the array that backward passes write the gradient to. */
    public void writeGradientTo(float[] gradient) {
        if (gradient.length != weights.values().length)
            throw new IllegalArgumentException(
                    "gradient: expected " + weights.values().length + " floats, got " + gradient.length);
        this.gradient = gradient;
    }

    /** Whether activations are kept for a backward pass. */
    public boolean keepsActivations() {
        return training;
    }

    /** The buffer for the activations of hidden layer {@code depth} of one network. */
    public Buffer activations(int depth) {
        return training ? new Buffer() : shared[depth & 1];
    }

    /** Refuses a backward pass where the activations it needs are not kept. */
    public void requireTraining() {
        if (!training)
            throw new IllegalStateException("backward: expected a memory for training, got one for evaluation");
    }
}
