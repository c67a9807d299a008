/**
 * Approximate Bayesian computation by sequential Monte Carlo: {@link bayesflow4j.classical.smc.Smc} moves a weighted
 * {@link bayesflow4j.classical.smc.Population} toward one data set, by a {@link bayesflow4j.classical.smc.Distance} that a
 * {@link bayesflow4j.classical.smc.DistanceDesign} makes, under an {@link bayesflow4j.classical.smc.SmcPlan}.
 */
package bayesflow4j.classical.smc;
