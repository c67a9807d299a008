/**
 * Networks on blocks of floats, made for the small sizes of simulation-based inference: everything a data set needs stays in
 * one core's cache, and nothing is allocated once the largest batch has been seen.
 *
 * <p>Start with {@link bayesflow4j.engine.Layer}: a map with weights, which opens a {@link bayesflow4j.engine.Pass} on one
 * worker's {@link bayesflow4j.engine.Memory}; a pass runs forward and backward on a {@link bayesflow4j.engine.Block}. Draws
 * take a shorter way, by columns: {@link bayesflow4j.engine.Lanes}.
 * {@link bayesflow4j.engine.Weights} holds all tensors of a network in one flat array, {@link bayesflow4j.engine.Descent}
 * turns the gradients of the shards of a batch into one step of Adam, and {@link bayesflow4j.engine.Kernels} is the
 * arithmetic below it all.
 */
package bayesflow4j.engine;
