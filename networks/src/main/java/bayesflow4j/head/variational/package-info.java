/** Conditional variational autoencoders: {@link bayesflow4j.head.variational.VariationalHead}. */
package bayesflow4j.head.variational;
