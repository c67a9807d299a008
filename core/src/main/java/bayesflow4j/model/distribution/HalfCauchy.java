package bayesflow4j.model.distribution;

import bayesflow4j.random.Uniforms;
import java.util.random.RandomGenerator;

record HalfCauchy(double scale) implements Distribution {
    HalfCauchy {
        Notation.positive("scale", scale);
    }

    @Override
    public Support support() {
        return Support.POSITIVE;
    }

    @Override
    public double logDensity(double value) {
        return value >= 0 ? new Cauchy(0, scale).logDensity(value) + StrictMath.log(2) : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        double value = scale * StrictMath.tan(Math.PI / 2 * Uniforms.open(rng));
        return Math.clamp(value, Double.MIN_VALUE, Support.FAR);
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? 2 / Math.PI * StrictMath.atan(value / scale) : 0;
    }

    @Override
    public String toString() {
        return Notation.of("half-cauchy", scale);
    }
}
