package bayesflow4j.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * p(θ₁) p(θ₂ | θ₁) … p(θ_D | θ₁ … θ_{D−1}), one factor per line.
 *
 * <pre>{@code
 * Prior.of("beta", uniform(0.01, 1))
 *      .and("gamma", "uniform(0.01, beta)", Support.between(0.01, 1), earlier -> uniform(0.01, earlier.of("beta")));
 * }</pre>
 */
public final class ChainPrior implements Prior {
    static final ChainPrior EMPTY = new ChainPrior(List.of());

    private record Factor(Parameter parameter, String notation, Function<Earlier, Distribution> given) {}

    private final List<Factor> factors;
    private final List<Parameter> parameters;

    private ChainPrior(List<Factor> factors) {
        this.factors = factors;
        this.parameters = factors.stream().map(Factor::parameter).toList();
    }

    /** This prior and one more parameter that is independent of the others. */
    public ChainPrior and(String name, Distribution distribution) {
        return plus(new Factor(
                new Parameter(name, distribution.support()), distribution.toString(), earlier -> distribution));
    }

    /**
     * This prior and one more parameter that depends on earlier ones.
     *
     * @param notation how the factor is written for people, for example {@code uniform(0.01, beta)}
     * @param widest the interval that holds every support that {@code given} can return
     * @param given the distribution for given values of the earlier parameters: a pure function, defined on all of their
     *     support. Bounds that lie apart must still do so after rounding: uniform(0.01, beta) with beta above 0.01 is sound,
     *     uniform(m, m + gap) is not where gap may be 10⁻²⁰ of m
     */
    public ChainPrior and(String name, String notation, Support widest, Function<Earlier, Distribution> given) {
        return plus(new Factor(new Parameter(name, widest), notation, given));
    }

    private ChainPrior plus(Factor factor) {
        String name = factor.parameter.name();
        if (parameters.stream().anyMatch(p -> p.name().equals(name)))
            throw new IllegalArgumentException("parameter: expected different names, got \"" + name + "\" twice");
        List<Factor> longer = new ArrayList<>(factors);
        longer.add(factor);
        return new ChainPrior(Collections.unmodifiableList(longer));
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public List<String> notation() {
        return factors.stream().map(Factor::notation).toList();
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        double[] theta = new double[factors.size()];
        for (int i = 0; i < theta.length; i++) theta[i] = distribution(i, theta).sample(rng);
        return theta;
    }

    @Override
    public double logDensity(double[] theta) {
        if (theta.length != factors.size())
            throw new IllegalArgumentException(
                    "theta: expected " + factors.size() + " parameters, got " + theta.length);
        double sum = 0;
        for (int i = 0; i < theta.length; i++) {
            Distribution distribution = distribution(i, theta);
            // Beyond one factor's support the next may not exist: its bounds would be out of order.
            if (!distribution.support().contains(theta[i])) return Double.NEGATIVE_INFINITY;
            sum += distribution.logDensity(theta[i]);
        }
        return sum;
    }

    @Override
    public Support support(int index, double[] theta) {
        return distribution(index, theta).support();
    }

    private Distribution distribution(int index, double[] theta) {
        return factors.get(index).given.apply(new Earlier(parameters, theta, index));
    }

    /** The values θ₁ … θ_{i−1} that a factor may depend on, by name. */
    public static final class Earlier {
        private final List<Parameter> parameters;
        private final double[] theta;
        private final int known;

        private Earlier(List<Parameter> parameters, double[] theta, int known) {
            this.parameters = parameters;
            this.theta = theta;
            this.known = known;
        }

        /** The value of an earlier parameter. */
        public double of(String name) {
            for (int i = 0; i < known; i++) if (parameters.get(i).name().equals(name)) return theta[i];
            List<String> names =
                    parameters.subList(0, known).stream().map(Parameter::name).toList();
            throw new IllegalArgumentException("earlier parameter: expected one of " + names + ", got \"" + name + '"');
        }
    }
}
