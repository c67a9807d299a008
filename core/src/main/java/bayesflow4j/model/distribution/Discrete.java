package bayesflow4j.model.distribution;

/** P(k), a distribution on isolated numbers; {@link #logDensity} is the logarithm of a probability. */
interface Discrete extends Distribution {
    /** This distribution given that lower ≤ k ≤ upper, both included. */
    @Override
    default Distribution truncated(double lower, double upper) {
        return new TruncatedCount(this, lower, upper);
    }
}
