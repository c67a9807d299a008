package bayesflow4j.model.distribution;

import java.util.random.RandomGenerator;

/** p(v | lower ≤ v ≤ upper), drawn by rejection: the interval must hold a part of the distribution that is not tiny. */
record Truncated(Distribution whole, double lower, double upper) implements Distribution {
    /** At most a thousand attempts per draw, on average. */
    private static final double LEAST_MASS = 1e-3;

    Truncated {
        if (Double.isNaN(lower) || Double.isNaN(upper) || !(lower < upper))
            throw new IllegalArgumentException("truncated: expected lower < upper, got " + lower + " and " + upper);
        double mass = whole.cumulative(upper) - whole.cumulative(lower);
        if (!(mass >= LEAST_MASS))
            throw new IllegalArgumentException("truncated: expected an interval that holds at least " + LEAST_MASS
                    + " of " + whole + ", got " + mass + " between " + lower + " and " + upper);
    }

    @Override
    public Support support() {
        Support support = whole.support();
        return Support.between(Math.max(lower, support.lower()), Math.min(upper, support.upper()));
    }

    @Override
    public double logDensity(double value) {
        if (!(value >= lower && value <= upper)) return Double.NEGATIVE_INFINITY;
        return whole.logDensity(value) - StrictMath.log(whole.cumulative(upper) - whole.cumulative(lower));
    }

    @Override
    public double sample(RandomGenerator rng) {
        while (true) {
            double value = whole.sample(rng);
            if (value > lower && value < upper) return value;
        }
    }

    @Override
    public double cumulative(double value) {
        double below = whole.cumulative(lower);
        return Math.clamp((whole.cumulative(value) - below) / (whole.cumulative(upper) - below), 0, 1);
    }

    @Override
    public String toString() {
        return whole + Notation.of(" truncated", lower, upper);
    }
}
