/**
 * Whether to trust an estimator. {@link bayesflow4j.check.ModelCheck} tests it on simulated data sets whose parameters are known;
 * {@link bayesflow4j.check.Likeness} tests whether observed data are like those that it learned from.
 */
package bayesflow4j.check;
