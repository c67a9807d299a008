package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record Weibull(double shape, double scale) implements Distribution {
    Weibull {
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
        double log = StrictMath.log(value / scale);
        return StrictMath.log(shape / scale) + (shape - 1) * log - StrictMath.exp(shape * log);
    }

    @Override
    public double sample(RandomGenerator rng) {
        double value = scale * StrictMath.pow(rng.nextExponential(), 1 / shape);
        return Math.clamp(value, Double.MIN_VALUE, Support.FAR);
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? -StrictMath.expm1(-StrictMath.pow(value / scale, shape)) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("weibull", shape, scale);
    }
}
