package bayesflow4j.head.flow;

import bayesflow4j.engine.memory.Block;

/**
 * An invertible differentiable map x ↔ z of rows [M, N, D] with a known Jacobian determinant. Value and log-determinant
 * travel together: each direction adds its own log|det| per row to {@code logDet} [M·N].
 */
public interface Bijection {
    /** z = f(x), and logDet += log|det ∂z/∂x|. */
    Block forward(Block x, float[] logDet);

    /** x = f⁻¹(z), and logDet += log|det ∂x/∂z|. */
    Block inverse(Block z, float[] logDet);

    /**
     * To be called after forward: ∂loss/∂x from ∂loss/∂z and ∂loss/∂logDet of each row [M·N]; also writes the
     * gradient of the weights.
     */
    Block backward(Block dz, float[] dLogDet);
}
