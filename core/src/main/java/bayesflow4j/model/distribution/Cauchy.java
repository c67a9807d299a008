package bayesflow4j.model.distribution;

import bayesflow4j.random.Uniforms;
import java.util.random.RandomGenerator;

record Cauchy(double location, double scale) implements Distribution {
    Cauchy {
        Notation.finite("location", location);
        Notation.positive("scale", scale);
    }

    @Override
    public Support support() {
        return Support.REAL;
    }

    @Override
    public double logDensity(double value) {
        double z = (value - location) / scale;
        return -StrictMath.log(Math.PI * scale) - StrictMath.log1p(z * z);
    }

    @Override
    public double sample(RandomGenerator rng) {
        return Support.REAL.fromReal(location + scale * StrictMath.tan(Math.PI * (Uniforms.open(rng) - 0.5)));
    }

    @Override
    public double cumulative(double value) {
        return 0.5 + StrictMath.atan((value - location) / scale) / Math.PI;
    }

    @Override
    public String toString() {
        return Notation.of("cauchy", location, scale);
    }
}
