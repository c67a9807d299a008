/**
 * Neural estimators: {@link bayesflow4j.amortized.AmortizedPosterior} consists of scales, a summary network, a head and
 * trained weights. {@link bayesflow4j.amortized.NetworkDesign} describes the networks,
 * {@link bayesflow4j.amortized.NetworkFormat} stores them in a file.
 */
package bayesflow4j.amortized;
