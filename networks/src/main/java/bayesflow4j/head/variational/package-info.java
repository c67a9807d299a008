/**
 * Conditional variational autoencoders: {@link bayesflow4j.head.variational.VariationalHead} with a normal encoder, and
 * {@link bayesflow4j.head.variational.InverseAutoregressiveHead} with a flow on it.
 */
package bayesflow4j.head.variational;
