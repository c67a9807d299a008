package bayesflow4j.model.distribution;

import bayesflow4j.random.LogFactorial;
import bayesflow4j.random.Poisson;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.RegularizedGamma;

record PoissonCount(double mean) implements Discrete {
    private static final double MOST = 1e6;

    PoissonCount {
        if (!(mean > 0 && mean <= MOST))
            throw new IllegalArgumentException("mean: expected a positive number up to 1e6, got " + mean);
    }

    @Override
    public Support support() {
        return new Support.Integers(0, Double.POSITIVE_INFINITY);
    }

    @Override
    public double logDensity(double value) {
        if (!support().contains(value)) return Double.NEGATIVE_INFINITY;
        if (value > Integer.MAX_VALUE) return Double.NEGATIVE_INFINITY;
        return value * StrictMath.log(mean) - mean - LogFactorial.of((int) value);
    }

    @Override
    public double sample(RandomGenerator rng) {
        return Poisson.sample(mean, rng);
    }

    @Override
    public double cumulative(double value) {
        if (value == Double.POSITIVE_INFINITY) return 1;
        return value < 0 ? 0 : RegularizedGamma.Q.value(Math.floor(value) + 1, mean);
    }

    @Override
    public String toString() {
        return Notation.of("poisson", mean);
    }
}
