/**
 * Distributions as text, {@code uniform(0.1, 2 * arrival)}: {@link bayesflow4j.model.notation.NotationReader} reads
 * a line into a form and the expressions of its arguments.
 */
package bayesflow4j.model.notation;
