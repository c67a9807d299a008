/**
 * Distributions of one number. Start with {@link bayesflow4j.model.distribution.Distribution}, whose factory methods list them
 * all; a {@link bayesflow4j.model.distribution.Support} is the interval of one, with a bijection onto the real line.
 */
package bayesflow4j.model.distribution;
