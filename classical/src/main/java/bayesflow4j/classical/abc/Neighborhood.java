package bayesflow4j.classical.abc;

/**
 * The simulations around a data set, the nearest first.
 *
 * @param theta [k][D]
 * @param offsets s(xᵢ) − s(x), standardized [k][p]
 * @param distances the lengths of the offsets [k]
 */
public record Neighborhood(double[][] theta, double[][] offsets, double[] distances) {}
