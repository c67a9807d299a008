/**
 * Networks on blocks of floats, made for the small sizes of simulation-based inference. Start with
 * {@link bayesflow4j.engine.layer.Layer}: an immutable map with weights, which opens a
 * {@link bayesflow4j.engine.layer.Pass} on one worker's memory. A pass runs forward and backward and allocates nothing
 * after the largest batch. Sampling uses a faster, column-major form: {@link bayesflow4j.engine.layer.Lanes}.
 */
package bayesflow4j.engine.layer;
