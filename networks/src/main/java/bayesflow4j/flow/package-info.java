/**
 * The conditional invertible network: θ ↔ z given a summary of the data. {@link bayesflow4j.flow.ConditionalFlow} chains
 * {@link bayesflow4j.flow.AffineCoupling} blocks (equations 7 to 10 of the paper); each is a
 * {@link bayesflow4j.flow.ConditionalBijection}, which {@code given} a condition is a plain {@link bayesflow4j.flow.Bijection}.
 */
package bayesflow4j.flow;
