/**
 * Distributions of one number. Start with {@link bayesflow4j.model.distribution.Distribution}, whose factory methods list them
 * all; a {@link bayesflow4j.model.distribution.Support} is the interval that one lives on and its bijection onto the line.
 */
package bayesflow4j.model.distribution;
