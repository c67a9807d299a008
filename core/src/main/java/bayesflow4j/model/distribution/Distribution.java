package bayesflow4j.model.distribution;

import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;

/**
 * p(v), a distribution of one number: continuous on an interval of the real line, or {@linkplain Discrete discrete}. Its
 * {@code toString} is its notation, for example {@code uniform(0.1, 2)}. Immutable.
 */
public interface Distribution {
    /** Where the density, or the probability, is positive. */
    Support support();

    /** log p(v), −∞ outside the support; p(v) is a probability if the support is discrete. */
    double logDensity(double value);

    /** P(V ≤ v). */
    double cumulative(double value);

    /** A draw, always within the support. */
    double sample(RandomGenerator rng);

    /** p(v) = 1 / (upper − lower). */
    static Distribution uniform(double lower, double upper) {
        return new Uniform(lower, upper);
    }

    /** log v is uniform between the logarithms of both bounds, which are positive. */
    static Distribution logUniform(double lower, double upper) {
        return new LogUniform(lower, upper);
    }

    /** N(mean, deviation²). */
    static Distribution normal(double mean, double deviation) {
        return new Normal(mean, deviation);
    }

    /** log v is N(logMean, logDeviation²). */
    static Distribution logNormal(double logMean, double logDeviation) {
        return new LogNormal(logMean, logDeviation);
    }

    /** |v| of N(0, scale²). */
    static Distribution halfNormal(double scale) {
        return new HalfNormal(scale);
    }

    /** p(v) ∝ v^(shape−1) e^(−rate·v), with mean shape / rate. */
    static Distribution gamma(double shape, double rate) {
        return new Gamma(shape, rate);
    }

    /** p(v) ∝ v^(a−1) (1−v)^(b−1) on [0, 1]. */
    static Distribution beta(double a, double b) {
        return new Beta(a, b);
    }

    /** p(v) = rate · e^(−rate·v). */
    static Distribution exponential(double rate) {
        return new Exponential(rate);
    }

    /** Student's t with any positive number of degrees of freedom, shifted and scaled. */
    static Distribution studentT(double degrees, double location, double scale) {
        return new StudentT(degrees, location, scale);
    }

    /** p(v) ∝ 1 / (1 + ((v − location)/scale)²): Student's t with one degree of freedom, without moments. */
    static Distribution cauchy(double location, double scale) {
        return new Cauchy(location, scale);
    }

    /** |v| of a Cauchy distribution around 0. */
    static Distribution halfCauchy(double scale) {
        return new HalfCauchy(scale);
    }

    /** P(V &gt; v) = exp(−(v/scale)^shape). */
    static Distribution weibull(double shape, double scale) {
        return new Weibull(shape, scale);
    }

    /** 1/v is gamma(shape, scale), so that p(v) ∝ v^(−shape−1) e^(−scale/v). */
    static Distribution inverseGamma(double shape, double scale) {
        return new InverseGamma(shape, scale);
    }

    /** lower + (upper − lower) · beta(a, b). */
    static Distribution scaledBeta(double a, double b, double lower, double upper) {
        return new ScaledBeta(a, b, lower, upper);
    }

    /** P(k) = e^(−mean) meanᵏ / k! for k = 0, 1, …. */
    static Distribution poisson(double mean) {
        return new PoissonCount(mean);
    }

    /** The number of successes among so many trials that each succeed with this probability. */
    static Distribution binomial(double trials, double probability) {
        return new BinomialCount(trials, probability);
    }

    /** 1 with this probability, else 0. */
    static Distribution bernoulli(double probability) {
        return binomial(1, probability);
    }

    /** Each whole number from lower to upper with the same probability. */
    static Distribution integers(double lower, double upper) {
        return new UniformIntegers(lower, upper);
    }

    /**
     * Named values with probabilities that sum to one. If all names are numbers, they are the values; otherwise the values are
     * 0, 1, … in the order of the names.
     */
    static Distribution categorical(SequencedMap<String, Double> probabilities) {
        return Categorical.of(
                List.copyOf(probabilities.keySet()),
                probabilities.values().stream().mapToDouble(p -> p).toArray());
    }

    /**
     * This distribution given that lower ≤ v ≤ upper, either of which may be infinite.
     *
     * @throws IllegalArgumentException if the interval holds less than a thousandth of it
     */
    default Distribution truncated(double lower, double upper) {
        return new Truncated(this, lower, upper);
    }
}
