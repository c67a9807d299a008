/**
 * Whether posteriors can be trusted. Start at {@link bayesflow4j.diagnostics.Recovery}, truths and draws of K data sets, the
 * one input. {@link bayesflow4j.diagnostics.Metrics} holds every number with its bootstrap error and is what metrics files
 * are made of; {@link bayesflow4j.diagnostics.Verdict} says the same in words, each backed by a test. A
 * {@link bayesflow4j.diagnostics.Metric} is one number per parameter. {@link bayesflow4j.diagnostics.Ranks},
 * {@link bayesflow4j.diagnostics.UniformityTest} and {@link bayesflow4j.diagnostics.Tarp} are simulation-based calibration;
 * {@link bayesflow4j.diagnostics.Mmd}, {@link bayesflow4j.diagnostics.Gaussian} and
 * {@link bayesflow4j.diagnostics.KullbackLeibler} compare distributions; {@link bayesflow4j.diagnostics.Resimulation}
 * simulates data again from the posterior; {@link bayesflow4j.diagnostics.SummarySpace} asks whether observed data are like
 * simulated data.
 */
package bayesflow4j.diagnostics;
