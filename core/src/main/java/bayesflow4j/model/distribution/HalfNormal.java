package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record HalfNormal(double scale) implements Distribution {
    HalfNormal {
        Notation.positive("scale", scale);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        return value >= 0 ? new Normal(0, scale).logDensity(value) + StrictMath.log(2) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return scale * Math.abs(rng.nextGaussian());
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? 2 * new Normal(0, scale).cumulative(value) - 1 : 0;
    }

    @Override
    public String toString() {
        return Notation.of("half-normal", scale);
    }
}
