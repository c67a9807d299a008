/** Mixtures of normal distributions whose parameters a network computes: {@link bayesflow4j.head.mixture.MixtureHead}. */
package bayesflow4j.head.mixture;
