package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

record LogNormal(double logMean, double logDeviation) implements Distribution {
    LogNormal {
        Notation.finite("log mean", logMean);
        Notation.positive("log deviation", logDeviation);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        if (!(value > 0)) return Double.NEGATIVE_INFINITY;
        double log = StrictMath.log(value);
        return new Normal(logMean, logDeviation).logDensity(log) - log;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return StrictMath.exp(Math.fma(logDeviation, rng.nextGaussian(), logMean));
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? new Normal(logMean, logDeviation).cumulative(StrictMath.log(value)) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("log-normal", logMean, logDeviation);
    }
}
