/**
 * The field's ten benchmark tasks (Lueckmann et al. 2021): generative models whose exact posterior can be drawn from. Start
 * with {@link bayesflow4j.benchmarks.tasks.Task}; {@link bayesflow4j.benchmarks.tasks.Tasks} lists them. Four have a closed
 * form, the others draw by {@link bayesflow4j.benchmarks.tasks.AnnealedPosterior} from their exact likelihood. Observations and
 * all fixed random numbers, such as stimuli, are our own.
 */
package bayesflow4j.benchmarks.tasks;
