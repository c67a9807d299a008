package bayesflow4j.model.distribution;

import bayesflow4j.random.GammaSampler;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.RegularizedBeta;

record Beta(double a, double b) implements Distribution {
    Beta {
        Notation.positive("a", a);
        Notation.positive("b", b);
    }

    @Override
    public Support support() {
        return new Support.Interval(0, 1);
    }

    @Override
    public double logDensity(double value) {
        if (!(value > 0 && value < 1)) return Double.NEGATIVE_INFINITY;
        return (a - 1) * StrictMath.log(value) + (b - 1) * StrictMath.log1p(-value) - LogBeta.value(a, b);
    }

    @Override
    public double sample(RandomGenerator rng) {
        // X / (X + Y) of two gamma draws, from their logarithms: both may be smaller than any double.
        return support().fromReal(GammaSampler.logOf(a, rng) - GammaSampler.logOf(b, rng));
    }

    @Override
    public double cumulative(double value) {
        return value > 0 ? value < 1 ? RegularizedBeta.value(value, a, b) : 1 : 0;
    }

    @Override
    public String toString() {
        return Notation.of("beta", a, b);
    }
}
