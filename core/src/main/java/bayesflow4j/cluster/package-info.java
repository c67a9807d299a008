/**
 * Work for many machines. Simulations, trials and posteriors are pure functions of a seed and an index, so a cluster may
 * compute any of them anywhere, and again where a machine was lost. Start with {@link bayesflow4j.cluster.Cluster}.
 */
package bayesflow4j.cluster;
