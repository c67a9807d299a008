/**
 * Posteriors and their draws. An {@link bayesflow4j.posterior.Estimator} maps a data set to a
 * {@link bayesflow4j.posterior.Posterior}, which gives {@link bayesflow4j.posterior.Draws}: L draws of D named
 * parameters with their moments and quantiles. {@link bayesflow4j.posterior.DensityPosterior} also has a density,
 * {@link bayesflow4j.posterior.ExactPosterior} is known in closed form. {@link bayesflow4j.posterior.DrawsFile} stores
 * draws of many data sets as NPZ or CSV. Diagnostics need the draws only, however they were made.
 */
package bayesflow4j.posterior;
