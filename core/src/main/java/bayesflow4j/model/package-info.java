/**
 * p(θ) p(x | θ), of which only samples are needed. Start at {@link bayesflow4j.model.GenerativeModel}: a
 * {@link bayesflow4j.model.Prior} (named parameters, written with
 * {@link bayesflow4j.model.distribution.Distribution}s), a {@link bayesflow4j.model.Simulator}, and a description of
 * its data. Its {@link bayesflow4j.model.Batch}es are pure functions of (seed, index).
 * {@link bayesflow4j.model.distribution.Support} maps parameters to the real line and back, and
 * {@link bayesflow4j.catalog.Models} finds models by name.
 *
 * <p>Sizes: M batch, N observations, d width of one observation, D parameters.
 */
package bayesflow4j.model;
