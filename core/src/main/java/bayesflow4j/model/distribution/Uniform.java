package bayesflow4j.model.distribution;

import bayesflow4j.random.Uniforms;
import java.util.random.RandomGenerator;

record Uniform(double lower, double upper) implements WithQuantiles {
    Uniform {
        Notation.finite("lower", lower);
        Notation.finite("upper", upper);
        if (!(lower < upper))
            throw new IllegalArgumentException("uniform: expected lower < upper, got " + lower + " and " + upper);
    }

    @Override
    public Support support() {
        return new Support.Interval(lower, upper);
    }

    @Override
    public double logDensity(double value) {
        return support().contains(value) ? -StrictMath.log(upper - lower) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        double u = Uniforms.open(rng);
        return Math.min(upper, Math.fma(upper - lower, u, lower));
    }

    @Override
    public double cumulative(double value) {
        return Math.clamp((value - lower) / (upper - lower), 0, 1);
    }

    @Override
    public double quantile(double probability) {
        return Math.clamp(Math.fma(upper - lower, probability, lower), lower, upper);
    }

    @Override
    public String toString() {
        return Notation.of("uniform", lower, upper);
    }
}
