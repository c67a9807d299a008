/**
 * From a model to an estimator. Start with {@link bayesflow4j.method.Method}, which fits an estimator under the
 * circumstances of a {@link bayesflow4j.method.Fitting}: a seed, a {@link bayesflow4j.method.Budget}, perhaps a
 * {@link bayesflow4j.method.SimulationTable}. A {@link bayesflow4j.method.TrainingListener} receives its
 * {@link bayesflow4j.method.TrainingEvent}s.
 */
package bayesflow4j.method;
