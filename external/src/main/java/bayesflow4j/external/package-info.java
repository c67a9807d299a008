/**
 * Generative models without Java: a {@link bayesflow4j.external.ModelFile} names the parameters, their priors and the data,
 * and how the simulator is run. {@link bayesflow4j.external.WorkerPool} keeps processes that speak JSON lines,
 * {@link bayesflow4j.external.OneShot} starts a process per simulation, {@link bayesflow4j.external.LoadedSimulator} loads a
 * class. All are {@link bayesflow4j.external.ExternalSimulator}s: closing one ends its processes.
 *
 * <p>{@link bayesflow4j.external.YamlNode} is the tree of a file, each node with its line and column.
 */
package bayesflow4j.external;
