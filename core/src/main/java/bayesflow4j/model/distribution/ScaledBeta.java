package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record ScaledBeta(double a, double b, double lower, double upper) implements Distribution {
    ScaledBeta {
        Notation.positive("a", a);
        Notation.positive("b", b);
        Notation.finite("lower", lower);
        Notation.finite("upper", upper);
        if (!(lower < upper))
            throw new IllegalArgumentException("scaledBeta: expected lower < upper, got " + lower + " and " + upper);
    }

    @Override
    public Support support() {
        return new Support.Interval(lower, upper);
    }

    private double share(double value) {
        return (value - lower) / (upper - lower);
    }

    @Override
    public double logDensity(double value) {
        return new Beta(a, b).logDensity(share(value)) - StrictMath.log(upper - lower);
    }

    @Override
    public double sample(RandomGenerator rng) {
        double value = lower + (upper - lower) * new Beta(a, b).sample(rng);
        double least = Math.nextUp(lower);
        return least < upper ? Math.clamp(value, least, Math.nextDown(upper)) : lower;
    }

    @Override
    public double cumulative(double value) {
        return new Beta(a, b).cumulative(share(value));
    }

    @Override
    public String toString() {
        return Notation.of("scaled-beta", a, b, lower, upper);
    }
}
