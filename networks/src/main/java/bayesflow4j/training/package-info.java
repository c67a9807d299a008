/**
 * Training (Algorithm 1 of the paper): {@link bayesflow4j.training.Trainer} simulates, and fits both networks by minimizing the
 * {@link bayesflow4j.training.Objective}. What is done is a {@link bayesflow4j.training.TrainingPlan}; what happens is told to
 * a {@link bayesflow4j.method.TrainingListener}. Batch k is a pure function of the seed and k
 * ({@link bayesflow4j.training.Batches}), so a run can stop and go on at any step.
 */
package bayesflow4j.training;
