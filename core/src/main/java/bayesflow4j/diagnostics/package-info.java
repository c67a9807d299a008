/**
 * Whether posteriors can be trusted. Start at {@link bayesflow4j.diagnostics.Recovery}, the truths and draws of K data
 * sets. {@link bayesflow4j.diagnostics.Metrics} holds all numbers with their bootstrap errors, the content of metrics
 * files; {@link bayesflow4j.diagnostics.Verdict} is the assessment in words, based on tests. A
 * {@link bayesflow4j.diagnostics.Metric} is one number per parameter. {@link bayesflow4j.diagnostics.Ranks},
 * {@link bayesflow4j.diagnostics.UniformityTest} and {@link bayesflow4j.diagnostics.Tarp} are simulation-based
 * calibration; {@link bayesflow4j.diagnostics.Mmd} and {@link bayesflow4j.diagnostics.Gaussian} compare distributions;
 * {@link bayesflow4j.diagnostics.Resimulation} simulates data again from the posterior;
 * {@link bayesflow4j.diagnostics.SummarySpace} tests whether observed data are like simulated data.
 */
package bayesflow4j.diagnostics;
