package bayesflow4j.model.distribution;

import bayesflow4j.random.GammaSampler;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedGamma;

record Gamma(double shape, double rate) implements Distribution {
    Gamma {
        Notation.positive("shape", shape);
        Notation.positive("rate", rate);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        if (!(value > 0)) return Double.NEGATIVE_INFINITY;
        double z = rate * value;
        return (shape - 1) * StrictMath.log(z) - z + StrictMath.log(rate) - LogGamma.value(shape);
    }

    @Override
    public double sample(RandomGenerator rng) {
        // A shape near 0 puts mass below the smallest double; the support is open at 0.
        return Math.max(Double.MIN_VALUE, StrictMath.exp(GammaSampler.logOf(shape, rng)) / rate);
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? RegularizedGamma.P.value(shape, rate * value) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("gamma", shape, rate);
    }
}
