package bayesflow4j.catalog;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.posterior.ExactPosterior;
import java.util.List;
import java.util.Optional;

/**
 * Generative models that differ in the values of named options, found by name through {@link java.util.ServiceLoader}.
 *
 * <p>A provider lists its class in {@code META-INF/services/bayesflow4j.catalog.ModelFamily} and has a constructor without
 * arguments, which stands for the default options.
 */
public interface ModelFamily {
    /** The name before the colon, for example {@code sir}. */
    String name();

    /** One sentence for the list of models. */
    String description();

    /** The options of the family, with their defaults. */
    default List<Option> options() {
        return List.of();
    }

    /** The member with these options. */
    GenerativeModel model(Options options);

    /** p(θ | x) of that member, if it is known in closed form. */
    default Optional<ExactPosterior> exactPosterior(Options options) {
        return Optional.empty();
    }

    /** The statistics that experts compute from data sets of that member, if there are any. */
    default Optional<HandMadeStatistics> statistics(Options options) {
        return Optional.empty();
    }

    /**
     * A setting of the models of a family.
     *
     * @param name for example {@code iota}
     * @param fallback the default value
     * @param meaning in one sentence
     */
    record Option(String name, String fallback, String meaning) {}
}
