/**
 * The arrays of a network: a {@link bayesflow4j.engine.memory.Block} is a view of activations,
 * {@link bayesflow4j.engine.memory.Weights} holds all tensors of a network in one flat array that a
 * {@link bayesflow4j.engine.memory.Layout} maps, and a {@link bayesflow4j.engine.memory.Memory} is the workspace of one
 * worker.
 */
package bayesflow4j.engine.memory;
