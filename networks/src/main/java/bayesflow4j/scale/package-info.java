/**
 * Scaling between the user's units and network inputs: {@link bayesflow4j.scale.Scales} standardizes each parameter on
 * the real line and each column of the data, and may regress the parameters on the data.
 */
package bayesflow4j.scale;
