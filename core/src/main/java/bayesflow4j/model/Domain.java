package bayesflow4j.model;

import bayesflow4j.model.distribution.Support;
import java.util.List;

/** Where θ lives: D named parameters, the interval of each given those before it, and the bijection of it all onto ℝᴰ. */
public interface Domain {
    /** The coordinates of θ in order. */
    List<Parameter> parameters();

    /**
     * The support of parameter {@code index} given the parameters before it: θ[0…index−1] are read, the rest is not.
     *
     * <p>The support of θ is whatever these D intervals say one after the other. It must lie within the declared support of
     * the parameter.
     */
    default Support support(int index, double[] theta) {
        return parameters().get(index).support();
    }

    /** D. */
    default int dimension() {
        return parameters().size();
    }

    /** The point of ℝᴰ that stands for θ. */
    default double[] toReal(double[] theta) {
        double[] real = new double[theta.length];
        for (int i = 0; i < real.length; i++) real[i] = support(i, theta).toReal(theta[i]);
        return real;
    }

    /** The θ that a point of ℝᴰ stands for; always within the support, also where one bound depends on another value. */
    default double[] fromReal(double[] real) {
        double[] theta = new double[real.length];
        for (int i = 0; i < real.length; i++) theta[i] = support(i, theta).fromReal(real[i]);
        return theta;
    }

    /** log|det| of the Jacobian of {@link #toReal} at θ; the map is triangular, so it is a sum. */
    default double logSlope(double[] theta) {
        double sum = 0;
        for (int i = 0; i < theta.length; i++) sum += support(i, theta).logSlope(theta[i]);
        return sum;
    }

    /** Whether θ lies within the support. */
    default boolean contains(double[] theta) {
        for (int i = 0; i < theta.length; i++) if (!support(i, theta).contains(theta[i])) return false;
        return true;
    }
}
