package bayesflow4j.engine.optimizer;

import bayesflow4j.engine.kernel.Adam;
import bayesflow4j.engine.memory.Tensor;

/**
 * The settings of SOAP (Vyas et al. 2024): {@link Adam} in a basis where the gradients G of a weight matrix are least
 * correlated, the eigenvectors of running sums of G·Gᵀ and Gᵀ·G, updated by steps of orthogonal iteration. Posteriors
 * may be a hundred times narrower than the prior, and plain Adam is slow to reach them.
 *
 * @param memory the factor by which the sums decay at each step
 * @param every the number of steps between two updates of a basis
 * @param mostSide matrices with more rows are rotated by columns only, those with more columns use plain Adam
 */
public record Rotation(float memory, int every, int mostSide) {
    /**
     * The recommended settings; they cost a tenth of a step with matrices of 64 columns, more than a step with many of
     * 250.
     */
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
