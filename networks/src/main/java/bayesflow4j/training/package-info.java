/**
 * Training (Algorithm 1 of the paper): {@link bayesflow4j.training.Trainer} simulates, and fits both networks by
 * minimizing the {@link bayesflow4j.training.Objective}. A {@link bayesflow4j.training.TrainingPlan} holds the
 * settings; a {@link bayesflow4j.method.TrainingListener} receives events. Batch k is a pure function of the seed and k
 * ({@link bayesflow4j.training.Batches}), so a run can stop and resume at any step.
 */
package bayesflow4j.training;
