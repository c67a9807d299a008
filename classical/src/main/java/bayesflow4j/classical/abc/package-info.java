/**
 * Approximate Bayesian computation: the simulations nearest to the data are the posterior. Start with
 * {@link bayesflow4j.classical.abc.AbcPosterior}; {@link bayesflow4j.classical.abc.NearestRows} finds the nearest, and an
 * {@link bayesflow4j.classical.abc.Adjustment} says what is made of them.
 */
package bayesflow4j.classical.abc;
