package bayesflow4j.catalog;

import bayesflow4j.model.ExactPosterior;
import bayesflow4j.model.GenerativeModel;
import java.util.List;
import java.util.Optional;

/**
 * Generative models that differ in named options only, found by name through {@link java.util.ServiceLoader}.
 *
 * <p>A provider lists its class in {@code META-INF/services/bayesflow4j.catalog.ModelFamily} and has a constructor without
 * arguments, which stands for the default options.
 */
public interface ModelFamily {
    /** The name before the colon, for example {@code sir}. */
    String name();

    /** One sentence for the list of models. */
    String description();

    /** What can be chosen, with its default. */
    default List<Option> options() {
        return List.of();
    }

    /** The member with these options. */
    GenerativeModel model(Options options);

    /** p(θ | x) of that member where it is known in closed form. */
    default Optional<ExactPosterior> exactPosterior(Options options) {
        return Optional.empty();
    }

    /**
     * One choice.
     *
     * @param name how it is called, for example {@code iota}
     * @param fallback the value when nothing is said
     * @param meaning one sentence
     */
    record Option(String name, String fallback, String meaning) {}
}
