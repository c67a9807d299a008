/**
 * What inference returns. {@link bayesflow4j.posterior.Draws} are L draws of D named parameters for one data set, with their
 * moments and quantiles. Draws travel as plain arrays; where they came from does not matter to the diagnostics.
 */
package bayesflow4j.posterior;
