package bayesflow4j.engine.optimizer;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.memory.Tensor;

/**
 * How {@link Adam} is made to see a matrix of weights in a basis where its gradients are least correlated: the eigenvectors of
 * running sums of G·Gᵀ and Gᵀ·G, renewed now and then by one step of orthogonal iteration (the SOAP optimiser of Vyas et al.,
 * 2024). Networks for inference end in posteriors a hundred times narrower than the prior, where plain Adam crawls.
 *
 * @param memory what is left of the sums after each step
 * @param every steps between two renewals of a basis
 * @param mostSide matrices with more rows than this keep the basis of their rows, and those with more columns see plain Adam
 */
public record Rotation(float memory, int every, int mostSide) {
    /** Measured to work; with matrices of 64 columns it costs a tenth of a step, with many of 250 more than a step. */
    public static final Rotation DEFAULT = new Rotation(0.99f, 10, 256);

    public Rotation {
        if (!(memory >= 0 && memory < 1))
            throw new IllegalArgumentException("memory: expected in [0, 1), got " + memory);
        if (every < 1) throw new IllegalArgumentException("every: expected at least 1, got " + every);
        if (mostSide < 1) throw new IllegalArgumentException("mostSide: expected at least 1, got " + mostSide);
    }

    boolean turns(Tensor tensor) {
        return tensor.start().isMatrix() && tensor.paddedColumns() <= mostSide;
    }

    boolean turnsRows(Tensor tensor) {
        return tensor.rows() <= mostSide;
    }
}
