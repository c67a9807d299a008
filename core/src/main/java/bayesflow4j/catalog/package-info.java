/**
 * The models and methods on the class path, by name. Start with {@link bayesflow4j.catalog.Models} and
 * {@link bayesflow4j.catalog.Methods}. To add a model, implement {@link bayesflow4j.catalog.ModelFamily} in one file
 * and list it under {@code META-INF/services}.
 */
package bayesflow4j.catalog;
