package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

/** P(k | lower ≤ k ≤ upper) of a distribution on whole numbers, drawn by rejection. */
record TruncatedCount(Discrete whole, double lower, double upper) implements Discrete {
    /** At most a thousand attempts per draw, on average. */
    private static final double LEAST_MASS = 1e-3;

    TruncatedCount {
        if (!(whole.support() instanceof Support.Integers))
            throw new IllegalArgumentException("truncated: expected a distribution of whole numbers, got " + whole);
        if (!(lower <= upper))
            throw new IllegalArgumentException("truncated: expected lower <= upper, got " + lower + " and " + upper);
        if (!(mass(whole, lower, upper) >= LEAST_MASS))
            throw new IllegalArgumentException("truncated: expected an interval that holds at least " + LEAST_MASS
                    + " of " + whole + ", got " + mass(whole, lower, upper) + " between " + lower + " and " + upper);
    }

    private static double mass(Discrete whole, double lower, double upper) {
        return whole.cumulative(upper) - whole.cumulative(Math.ceil(lower) - 1);
    }

    @Override
    public Support support() {
        Support support = whole.support();
        return new Support.Integers(
                Math.max(Math.ceil(lower), support.lower()), Math.min(Math.floor(upper), support.upper()));
    }

    @Override
    public double logDensity(double value) {
        return support().contains(value)
                ? whole.logDensity(value) - StrictMath.log(mass(whole, lower, upper))
                : Double.NEGATIVE_INFINITY;
    }

    @Override
    public double sample(RandomGenerator rng) {
        while (true) {
            double value = whole.sample(rng);
            if (value >= lower && value <= upper) return value;
        }
    }

    @Override
    public double cumulative(double value) {
        return Math.clamp(mass(whole, lower, value) / mass(whole, lower, upper), 0, 1);
    }

    @Override
    public String toString() {
        return whole + Notation.of(" truncated", lower, upper);
    }
}
