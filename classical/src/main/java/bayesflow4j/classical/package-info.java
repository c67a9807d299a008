/**
 * Posteriors from a table of simulations, without networks of their own. Start with {@link bayesflow4j.classical.Statistics},
 * x ↦ s(x), and {@link bayesflow4j.classical.ReferenceTable}, the pairs (θ, s(x)) that {@code forest} and {@code abc} learn
 * from; what they make of it is a {@link bayesflow4j.classical.TableEstimator}.
 */
package bayesflow4j.classical;
