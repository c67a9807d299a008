package bayesflow4j.head.autoregressive;

import bayesflow4j.engine.memory.Block;

/**
 * Increasing maps of one number each, zᵢ = f(xᵢ; aᵢ, bᵢ), for all elements of rows [M, N, D], on one worker's memory. The
 * coefficients a and b are blocks of {@linkplain bayesflow4j.engine.kernel.Kernels#padded padded} rows.
 */
interface ElementMap {
    /** z, and logDet[row] += Σᵢ log ∂zᵢ/∂xᵢ. */
    Block forward(Block x, Block a, Block b, float[] logDet);

    /** After forward: ∂loss/∂x with a and b held fixed, from ∂loss/∂z and ∂loss/∂logDet of each row. */
    Block backward(Block dz, float[] dLogDet);

    /** ∂loss/∂a of the last {@link #backward}. */
    Block gradientOfA();

    /** ∂loss/∂b of the last {@link #backward}. */
    Block gradientOfB();

    /**
     * x from z for 64·n elements that lie side by side, with their coefficients in one array each.
     *
     * @param b is overwritten with log ∂z/∂x
     */
    void inverse(float[] z, int z0, float[] a, int a0, float[] b, int b0, float[] x, int x0, int count);
}
