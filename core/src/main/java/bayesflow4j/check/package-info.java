/**
 * Whether to trust an estimator. {@link bayesflow4j.check.ModelCheck} tests it on simulated data sets whose parameters are known, and
 * {@link bayesflow4j.check.CheckRecord} keeps the verdict in its file; {@link bayesflow4j.check.Standing} is what is known before it
 * sees data. {@link bayesflow4j.check.Likeness} tests whether observed data are like those that it learned from,
 * {@link bayesflow4j.check.LocalCheck} whether it is right near them, {@link bayesflow4j.check.PriorSensitivity} how much the
 * prior matters.
 */
package bayesflow4j.check;
