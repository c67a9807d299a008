package bayesflow4j.model;

import bayesflow4j.model.distribution.Support;
import java.util.List;

/**
 * The set of possible θ: D named parameters, the support of each given those before it, and a bijection onto ℝᴰ. A discrete
 * parameter is mapped to whole numbers; its support may depend on earlier discrete parameters, not on continuous ones.
 */
public interface Domain {
    /** The coordinates of θ in order. */
    List<Parameter> parameters();

    /**
     * The support of parameter {@code index} given the parameters before it; only θ[0…index−1] are read.
     *
     * <p>These D intervals, one after the other, define the support of θ. Each must lie within the declared support of its
     * parameter.
     */
    default Support support(int index, double[] theta) {
        return parameters().get(index).support();
    }

    /** Whether some parameter is discrete. */
    default boolean isDiscrete() {
        return parameters().stream().anyMatch(parameter -> parameter.support().isDiscrete());
    }

    /**
     * Refuses discrete parameters.
     *
     * @param method that cannot infer them
     */
    default void requireContinuous(String method) {
        for (Parameter parameter : parameters())
            if (parameter.support().isDiscrete())
                throw new IllegalArgumentException("parameters: expected continuous ones for the method " + method
                        + ", got \"" + parameter.name()
                        + "\", which is discrete; the methods that train a network for all data sets infer it, such as flow"
                        + " or spline");
    }

    /** Their names, in order. */
    default List<String> names() {
        return parameters().stream().map(Parameter::name).toList();
    }

    /** D. */
    default int dimension() {
        return parameters().size();
    }

    /** The image of θ in ℝᴰ. */
    default double[] toReal(double[] theta) {
        double[] real = new double[theta.length];
        for (int i = 0; i < real.length; i++) real[i] = support(i, theta).toReal(theta[i]);
        return real;
    }

    /** The θ whose image is this point of ℝᴰ; always within the support, also where bounds depend on other parameters. */
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
