/**
 * From gradients to weights: {@link bayesflow4j.engine.optimizer.Descent} turns the gradients of the shards of a batch into one
 * step of Adam or SOAP on a pool of {@link bayesflow4j.engine.optimizer.Workers}, at the rate of a
 * {@link bayesflow4j.engine.optimizer.Schedule}.
 */
package bayesflow4j.engine.optimizer;
