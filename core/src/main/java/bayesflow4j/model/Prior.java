package bayesflow4j.model;

import bayesflow4j.model.distribution.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * p(θ), the joint distribution of the D named parameters on its {@link Domain}.
 *
 * <p>Most priors are written as a chain of one-line factors, {@code Prior.of("beta", uniform(0.01, 1)).and(…)}; any other
 * joint distribution implements this interface.
 */
public interface Prior extends Domain {
    /** A draw θ [D]. */
    double[] sample(RandomGenerator rng);

    /**
     * A draw θ [D] in place of one for which the simulator failed: a new one, unless part of θ is not to depend on whether
     * the simulator succeeds.
     */
    default double[] resample(double[] failed, RandomGenerator rng) {
        return sample(rng);
    }

    /** log p(θ), −∞ outside the support. */
    double logDensity(double[] theta);

    /**
     * p(θᵢ | θ₁ … θᵢ₋₁), i being {@code index}, if it is known by itself; only θ[0…index−1] are read.
     */
    default Optional<Distribution> conditional(int index, double[] theta) {
        return Optional.empty();
    }

    /** The distribution of each parameter as text [D], for example {@code uniform(0.01, beta)}. */
    List<String> notation();

    /** Whether a parameter is best seen on a logarithmic axis: its prior is a distribution of its logarithm. */
    default boolean isLogarithmic(int index) {
        return index < notation().size() && notation().get(index).startsWith("log-");
    }

    /**
     * The prior whose parameter i is called {@code names[i]} and distributed as {@code written[i]} says, for example
     * {@code uniform(0.1, arrival)} after a parameter called arrival. Parsing {@link #notation} gives the same prior,
     * draw for draw.
     *
     * @throws bayesflow4j.model.notation.NotationException where a text cannot be read, with the column
     */
    static Prior parse(List<String> names, List<String> written) {
        return ChainPrior.of(names, written);
    }

    /** The prior of a model without parameters: a hypothesis that leaves nothing open. */
    static Prior none() {
        return ChainPrior.EMPTY;
    }

    /** The prior of one parameter; add further ones with {@link ChainPrior#and}. */
    static ChainPrior of(String name, Distribution distribution) {
        return ChainPrior.EMPTY.and(name, distribution);
    }
}
