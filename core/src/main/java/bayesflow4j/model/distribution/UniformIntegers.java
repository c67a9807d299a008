package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record UniformIntegers(double lower, double upper) implements Discrete {
    UniformIntegers {
        Notation.whole("lower", lower);
        Notation.whole("upper", upper);
        if (!(lower <= upper))
            throw new IllegalArgumentException("integers: expected lower <= upper, got " + lower + " and " + upper);
    }

    private double count() {
        return upper - lower + 1;
    }

    @Override
    public Support support() {
        return new Support.Integers(lower, upper);
    }

    @Override
    public double logDensity(double value) {
        return support().contains(value) ? -StrictMath.log(count()) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return lower + rng.nextLong((long) count());
    }

    @Override
    public double cumulative(double value) {
        return Math.clamp((Math.floor(value) - lower + 1) / count(), 0, 1);
    }

    @Override
    public String toString() {
        return Notation.of("integers", lower, upper);
    }
}
