/**
 * Comparison of models: {@link bayesflow4j.hypotheses.Hypotheses} are the models and their prior probabilities, a
 * {@link bayesflow4j.hypotheses.ModelComparison} gives the {@link bayesflow4j.hypotheses.ModelProbabilities} of a data set. Its
 * probabilities are tested by a {@link bayesflow4j.hypotheses.ComparisonCheck}, on a
 * {@link bayesflow4j.hypotheses.ModelRecovery} of data sets whose model is known, and asked about observed data by a
 * {@link bayesflow4j.hypotheses.ModelInference}.
 */
package bayesflow4j.hypotheses;
