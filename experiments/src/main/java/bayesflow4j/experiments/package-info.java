/**
 * The experiments of Radev et al. (2020), each of which trains its networks, tests them on data sets that training did not see,
 * and sets its numbers beside the paper's. An {@link bayesflow4j.experiments.Experiment} says what is trained and what is
 * looked at; a {@link bayesflow4j.experiments.Reproduction} runs it in a folder, and goes on there after an interruption.
 */
package bayesflow4j.experiments;
