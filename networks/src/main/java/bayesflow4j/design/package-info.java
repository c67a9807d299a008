/**
 * Designs of the parts of a network: a {@link bayesflow4j.design.Design} is written as {@code {kind: name, …}} and read
 * back by the {@link bayesflow4j.design.DesignKind} of that name, found through {@link java.util.ServiceLoader}.
 */
package bayesflow4j.design;
