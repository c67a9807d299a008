package bayesflow4j.model;

import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.model.notation.Factor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * p(θ₁) p(θ₂ | θ₁) … p(θ_D | θ₁ … θ_{D−1}), one factor per line.
 *
 * <pre>{@code
 * Prior.of("beta", uniform(0.01, 1))
 *      .and("gamma", "uniform(0.01, beta)");
 * }</pre>
 */
public final class ChainPrior implements Prior {
    static final ChainPrior EMPTY = new ChainPrior(List.of());

    private record Term(Parameter parameter, String notation, Function<Earlier, Distribution> given) {}

    private final List<Term> terms;
    private final List<Parameter> parameters;

    private ChainPrior(List<Term> terms) {
        this.terms = terms;
        this.parameters = terms.stream().map(Term::parameter).toList();
    }

    /** This prior and one more parameter that is independent of the others. */
    public ChainPrior and(String name, Distribution distribution) {
        return plus(new Term(
                new Parameter(name, distribution.support()), distribution.toString(), earlier -> distribution));
    }

    /**
     * This prior and one more parameter, its distribution written as in a model file. It may depend on earlier
     * parameters, as in {@code uniform(0.01, beta)}.
     *
     * @throws bayesflow4j.model.notation.NotationException where the text cannot be read, with the column
     */
    public ChainPrior and(String name, String written) {
        return and(name, written, List.of());
    }

    private ChainPrior and(String name, String written, List<String> later) {
        List<String> earlier = parameters.stream().map(Parameter::name).toList();
        Factor factor = Factor.read(name, written, earlier, later);
        if (factor.isConstant()) return and(name, factor.given(unknown -> Double.NaN));
        Support widest =
                factor.widest(other -> parameters.get(earlier.indexOf(other)).support());
        return and(name, factor.text(), widest, values -> factor.given(values::of));
    }

    /** The prior whose parameter i is called {@code names[i]} and distributed as {@code written[i]} says. */
    static ChainPrior of(List<String> names, List<String> written) {
        if (names.size() != written.size() || names.isEmpty())
            throw new IllegalArgumentException("prior: expected as many distributions as names and at least one, got "
                    + written.size() + " and " + names.size());
        ChainPrior prior = EMPTY;
        for (int i = 0; i < names.size(); i++)
            prior = prior.and(names.get(i), written.get(i), names.subList(i + 1, names.size()));
        return prior;
    }

    /**
     * This prior and one more parameter that depends on earlier ones through Java code.
     *
     * @param notation the factor as text, for display, for example {@code uniform(0.01, beta)}
     * @param widest an interval that contains every support that {@code given} can return
     * @param given the distribution for given values of the earlier parameters: a pure function, defined on all of their
     *     support. Its bounds must remain distinct after rounding: uniform(0.01, beta) with beta above 0.01 is safe,
     *     uniform(m, m + gap) is not if gap may be 10⁻²⁰ of m
     */
    public ChainPrior and(String name, String notation, Support widest, Function<Earlier, Distribution> given) {
        return plus(new Term(new Parameter(name, widest), notation, given));
    }

    private ChainPrior plus(Term term) {
        String name = term.parameter.name();
        if (parameters.stream().anyMatch(p -> p.name().equals(name)))
            throw new IllegalArgumentException("parameter: expected different names, got \"" + name + "\" twice");
        List<Term> longer = new ArrayList<>(terms);
        longer.add(term);
        return new ChainPrior(Collections.unmodifiableList(longer));
    }

    @Override
    public List<Parameter> parameters() {
        return parameters;
    }

    @Override
    public List<String> notation() {
        return terms.stream().map(Term::notation).toList();
    }

    @Override
    public double[] sample(RandomGenerator rng) {
        double[] theta = new double[terms.size()];
        for (int i = 0; i < theta.length; i++) theta[i] = distribution(i, theta).sample(rng);
        return theta;
    }

    @Override
    public double logDensity(double[] theta) {
        if (theta.length != terms.size())
            throw new IllegalArgumentException("theta: expected " + terms.size() + " parameters, got " + theta.length);
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

    @Override
    public Optional<Distribution> conditional(int index, double[] theta) {
        return Optional.of(distribution(index, theta));
    }

    private Distribution distribution(int index, double[] theta) {
        return terms.get(index).given.apply(new Earlier(parameters, theta, index));
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
