package bayesflow4j.model.distribution;

import bayesflow4j.random.Uniforms;
import java.util.random.RandomGenerator;

record LogUniform(double lower, double upper) implements WithQuantiles {
    LogUniform {
        Notation.positive("lower", lower);
        Notation.finite("upper", upper);
        if (!(lower < upper))
            throw new IllegalArgumentException("logUniform: expected lower < upper, got " + lower + " and " + upper);
    }

    @Override
    public Support support() {
        return new Support.Interval(lower, upper);
    }

    @Override
    public double logDensity(double value) {
        return support().contains(value)
                ? -StrictMath.log(value) - StrictMath.log(StrictMath.log(upper / lower))
                : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        double value = lower * StrictMath.exp(Uniforms.open(rng) * StrictMath.log(upper / lower));
        return Math.min(upper, Math.max(lower, value));
    }

    @Override
    public double cumulative(double value) {
        if (!(value > lower)) return 0;
        return Math.min(1, StrictMath.log(value / lower) / StrictMath.log(upper / lower));
    }

    @Override
    public double quantile(double probability) {
        return Math.clamp(lower * StrictMath.exp(probability * StrictMath.log(upper / lower)), lower, upper);
    }

    @Override
    public String toString() {
        return Notation.of("log-uniform", lower, upper);
    }
}
