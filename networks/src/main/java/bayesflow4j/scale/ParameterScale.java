package bayesflow4j.scale;

import bayesflow4j.model.Domain;

/**
 * A bijection between θ [D] in the user's units and numbers of mean 0 and variance 1 under the prior; a discrete parameter
 * becomes the number of its value on the {@link #lattice}.
 */
public sealed interface ParameterScale permits RealLine, Quantiles {
    /** The support of θ. */
    Domain domain();

    /** The discrete parameters. */
    Lattice lattice();

    /** The numbers for θ. */
    double[] toLine(double[] theta);

    /** θ in the user's units, within the support for all numbers. */
    double[] fromLine(double[] standardized);

    /** θ on the unconstrained scale, {@link Domain#toReal}. */
    double[] toReal(double[] standardized);

    /** log|det| of the Jacobian of {@link #toLine} at θ. */
    double logSlope(double[] theta);
}
