/**
 * What is on the class path, by name. Start with {@link bayesflow4j.catalog.Models}; a model family is one file that implements
 * {@link bayesflow4j.catalog.ModelFamily} and one line under {@code META-INF/services}.
 */
package bayesflow4j.catalog;
