/**
 * Flow matching: a {@link bayesflow4j.head.matching.Velocity} that carries a normal distribution to the posterior, learned
 * by regression. Start with {@link bayesflow4j.head.matching.MatchingHead}.
 */
package bayesflow4j.head.matching;
