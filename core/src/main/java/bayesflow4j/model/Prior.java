package bayesflow4j.model;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * p(θ), the joint distribution of the D named parameters, with the bijection between where it lives and ℝᴰ.
 *
 * <p>Most priors are written as a chain of one-line factors, {@code Prior.of("beta", uniform(0.01, 1)).and(…)}; any other
 * joint distribution implements this interface.
 */
public interface Prior {
    /** The coordinates of θ in order. */
    List<Parameter> parameters();

    /** A draw θ [D]. */
    double[] sample(RandomGenerator rng);

    /** log p(θ), −∞ outside of the support. */
    double logDensity(double[] theta);

    /** How the distribution of each parameter is written, for example {@code uniform(0.01, beta)} [D]. */
    List<String> notation();

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

    /** Whether θ lies in the support, each parameter given the ones before it. */
    default boolean contains(double[] theta) {
        for (int i = 0; i < theta.length; i++) if (!support(i, theta).contains(theta[i])) return false;
        return true;
    }

    /** The prior of one parameter; add further ones with {@link ChainPrior#and}. */
    static ChainPrior of(String name, Distribution distribution) {
        return ChainPrior.EMPTY.and(name, distribution);
    }
}
