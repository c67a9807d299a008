/**
 * Pairs of nested models with known evidence, which the accuracy of model comparison is measured by: start with
 * {@link bayesflow4j.benchmarks.evidence.EvidenceAccuracy}.
 */
package bayesflow4j.benchmarks.evidence;
