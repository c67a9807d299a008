package bayesflow4j.engine.memory;

import bayesflow4j.engine.kernel.Kernels;

/**
 * What one worker's passes compute with: the kernels, the weights they share, the gradient they write and the buffers of
 * their own. A memory for training keeps the activations that the backward pass needs; one for evaluation re-uses two.
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

    /** For passes that run forward and backward. */
    public static Memory forTraining(Kernels kernels, Weights weights) {
        return new Memory(kernels, weights, true);
    }

    /** For passes that only run forward, on a tile of rows at a time. */
    public static Memory forEvaluation(Kernels kernels, Weights weights) {
        return new Memory(kernels, weights, false);
    }

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

    /** Lets the backward passes that follow write here. */
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

    public void requireTraining() {
        if (!training)
            throw new IllegalStateException("backward: expected a memory for training, got one for evaluation");
    }
}
