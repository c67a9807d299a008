/**
 * From observed data to files: {@link bayesflow4j.inference.ObservedData} reads data sets that fit an estimator,
 * {@link bayesflow4j.inference.Inference} asks it about them and writes draws and summaries.
 */
package bayesflow4j.inference;
