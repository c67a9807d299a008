/**
 * From the user's units to numbers that networks learn well from, and back: {@link bayesflow4j.scale.Scales} standardize each
 * parameter on the real line and each column of the data, and may regress the parameters on the data first.
 */
package bayesflow4j.scale;
