package bayesflow4j.model.distribution;

import bayesflow4j.random.Binomial;
import bayesflow4j.random.LogFactorial;
import java.util.random.RandomGenerator;
import org.apache.commons.numbers.gamma.RegularizedBeta;

record BinomialCount(double trials, double probability) implements Discrete {
    BinomialCount {
        if (!(Notation.whole("trials", trials) >= 0))
            throw new IllegalArgumentException("trials: expected 0 or more, got " + trials);
        Notation.probability("probability", probability);
    }

    @Override
    public Support support() {
        return new Support.Integers(0, trials);
    }

    @Override
    public double logDensity(double value) {
        if (!support().contains(value)) return Double.NEGATIVE_INFINITY;
        int n = (int) trials;
        int k = (int) value;
        return LogFactorial.of(n)
                - LogFactorial.of(k)
                - LogFactorial.of(n - k)
                + times(k, StrictMath.log(probability))
                + times(n - k, StrictMath.log1p(-probability));
    }

    /** Zero times the logarithm of zero is zero. */
    private static double times(int count, double log) {
        return count == 0 ? 0 : count * log;
    }

    @Override
    public double sample(RandomGenerator rng) {
        return Binomial.sample((int) trials, probability, rng);
    }

    @Override
    public double cumulative(double value) {
        if (value < 0) return 0;
        double k = Math.floor(value);
        return k >= trials ? 1 : RegularizedBeta.complement(probability, k + 1, trials - k);
    }

    @Override
    public String toString() {
        return Notation.of("binomial", trials, probability);
    }
}
