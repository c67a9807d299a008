/**
 * Models described by a YAML file, with simulators in any language. Start with {@link bayesflow4j.external.ModelFile}:
 * parameters with their priors, the data, and how to run the simulator. {@link bayesflow4j.external.WorkerPool} runs
 * long-lived processes that speak JSON lines, {@link bayesflow4j.external.OneShot} one process per simulation,
 * {@link bayesflow4j.external.LoadedSimulator} a Java class. All are {@link bayesflow4j.external.ExternalSimulator}s:
 * closing one ends its processes.
 *
 * <p>{@link bayesflow4j.external.YamlNode} is the tree of a file, each node with its line and column.
 */
package bayesflow4j.external;
