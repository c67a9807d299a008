package bayesflow4j.model.distribution;

import bayesflow4j.numeric.LogNormalCdf;
import java.util.random.RandomGenerator;

record Normal(double mean, double deviation) implements Distribution {
    static final double HALF_LOG_2PI = 0.9189385332046727;

    Normal {
        Notation.finite("mean", mean);
        Notation.positive("deviation", deviation);
    }

    @Override
    public Support support() {
        return Support.REAL;
    }

    @Override
    public double logDensity(double value) {
        double z = (value - mean) / deviation;
        return -z * z / 2 - StrictMath.log(deviation) - HALF_LOG_2PI;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return Math.fma(deviation, rng.nextGaussian(), mean);
    }

    @Override
    public double cumulative(double value) {
        return StrictMath.exp(LogNormalCdf.of((value - mean) / deviation));
    }

    @Override
    public String toString() {
        return Notation.of("normal", mean, deviation);
    }
}
