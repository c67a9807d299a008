package bayesflow4j.model.distribution;

import bayesflow4j.random.GammaSampler;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.numbers.gamma.RegularizedGamma;

record InverseGamma(double shape, double scale) implements Distribution {
    InverseGamma {
        Notation.positive("shape", shape);
        Notation.positive("scale", scale);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        if (!(value > 0)) return Double.NEGATIVE_INFINITY;
        return shape * StrictMath.log(scale)
                - LogGamma.value(shape)
                - (shape + 1) * StrictMath.log(value)
                - scale / value;
    }

    @Override
    public double sample(RandomGenerator rng) {
        // From its logarithm: the gamma draw may be smaller than any double.
        double value = StrictMath.exp(StrictMath.log(scale) - GammaSampler.logOf(shape, rng));
        return Math.clamp(value, Double.MIN_VALUE, Support.FAR);
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? RegularizedGamma.Q.value(shape, scale / value) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("inverse-gamma", shape, scale);
    }
}
