/**
 * p(θ) p(x | θ), of which only samples are needed. Start at {@link bayesflow4j.model.GenerativeModel}: a
 * {@link bayesflow4j.model.Prior} (named parameters, written with {@link bayesflow4j.model.distribution.Distribution}s), a
 * {@link bayesflow4j.model.Simulator}, and what its data are. It makes {@link bayesflow4j.model.Batch}es out of (seed,
 * index) and nothing else. {@link bayesflow4j.model.distribution.Support} carries parameters to the real line and back, and
 * {@link bayesflow4j.catalog.Models} finds models by name.
 *
 * <p>Sizes: M batch, N observations, d width of one observation, D parameters.
 */
package bayesflow4j.model;
