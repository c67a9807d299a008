/**
 * The experiments of Radev et al. (2020), each of which trains its networks, tests them on held-out data sets, and
 * compares its numbers with the paper's. An {@link bayesflow4j.experiments.Experiment} defines what to train and what
 * to test; a {@link bayesflow4j.experiments.Reproduction} runs it in a folder, and continues there after an
 * interruption.
 */
package bayesflow4j.experiments;
