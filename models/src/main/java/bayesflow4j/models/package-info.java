/**
 * Generative models, one file each: the seven of Radev et al. (2020) and an influenza outbreak in a school. Each is a
 * {@link bayesflow4j.catalog.ModelFamily}, found by name with {@link bayesflow4j.catalog.Models#named}; to add one, write such a
 * class and list it in {@code META-INF/services}.
 */
package bayesflow4j.models;
