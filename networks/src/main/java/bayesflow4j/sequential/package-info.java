/**
 * Methods for one data set at a time, {@link bayesflow4j.method.CaseMethod}: sequential neural posterior estimation
 * ({@link bayesflow4j.sequential.SnpeA}, {@link bayesflow4j.sequential.SnpeB}, {@link bayesflow4j.sequential.SnpeC},
 * {@link bayesflow4j.sequential.Tsnpe}) and ABC-SMC ({@link bayesflow4j.sequential.SmcMethod}). Start with
 * {@link bayesflow4j.sequential.SequentialMethod}, the four choices in which the first four differ, and
 * {@code Sequence}, the loop over rounds that they share.
 */
package bayesflow4j.sequential;
