package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record Exponential(double rate) implements Distribution {
    Exponential {
        Notation.positive("rate", rate);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        return value >= 0 ? StrictMath.log(rate) - rate * value : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return rng.nextExponential() / rate;
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? -StrictMath.expm1(-rate * value) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("exponential", rate);
    }
}
