/**
 * What inference returns. {@link bayesflow4j.posterior.Draws} are L draws of D named parameters for one data set, with their
 * moments and quantiles; {@link bayesflow4j.posterior.DrawsFile} keeps those of many data sets as NPZ or CSV. Where draws came
 * from does not matter to the diagnostics.
 */
package bayesflow4j.posterior;
