package bayesflow4j.model.distribution;

import bayesflow4j.random.GammaSampler;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.RegularizedBeta;

record StudentT(double degrees, double location, double scale) implements Distribution {
    StudentT {
        Notation.positive("degrees", degrees);
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
        // B(½, ν/2) = √π Γ(ν/2) / Γ((ν + 1)/2).
        return -LogBeta.value(0.5, degrees / 2)
                - StrictMath.log(degrees) / 2
                - StrictMath.log(scale)
                - (degrees + 1) / 2 * StrictMath.log1p(z * z / degrees);
    }

    @Override
    public double sample(RandomGenerator rng) {
        double half = degrees / 2;
        double spread = StrictMath.exp((StrictMath.log(half) - GammaSampler.logOf(half, rng)) / 2);
        double value = Math.fma(scale * spread, rng.nextGaussian(), location);
        return Support.REAL.fromReal(value);
    }

    @Override
    public double cumulative(double value) {
        double z = (value - location) / scale;
        double tail = RegularizedBeta.value(degrees / (degrees + z * z), degrees / 2, 0.5) / 2;
        return z < 0 ? tail : 1 - tail;
    }

    @Override
    public String toString() {
        return Notation.of("student-t", degrees, location, scale);
    }
}
