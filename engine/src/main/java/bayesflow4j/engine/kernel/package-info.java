/**
 * The arithmetic of all layers, on plain arrays of floats. Start with {@link bayesflow4j.engine.kernel.Kernels}: each
 * element of a result is one fixed sequence of IEEE operations, so the plain and the vector kernels agree to the bit.
 */
package bayesflow4j.engine.kernel;
