/**
 * Neural estimators: {@link bayesflow4j.amortized.AmortizedPosterior} is scales, a summary network, a head and trained weights;
 * {@link bayesflow4j.amortized.NetworkDesign} says what the networks look like, {@link bayesflow4j.amortized.NetworkFormat} keeps
 * it all in a file.
 */
package bayesflow4j.amortized;
