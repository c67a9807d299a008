package bayesflow4j.catalog;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.HandMadeStatistics;
import bayesflow4j.model.notation.Spelling;
import bayesflow4j.posterior.ExactPosterior;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The generative models on the class path, by name: {@code sir}, or with options {@code sir:iota=0}. */
public final class Models {
    private Models() {}

    /** All families, sorted by name. */
    public static List<ModelFamily> families() {
        return ServiceLoader.load(ModelFamily.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ModelFamily::name))
                .toList();
    }

    /** The model of this name; the message about an unknown name suggests the nearest one. */
    public static GenerativeModel named(String name) {
        ModelFamily family = family(name);
        return family.model(options(family, name)).asReady();
    }

    /** The model of this name, if there is one. */
    public static Optional<GenerativeModel> find(String name) {
        String family = name.contains(":") ? name.substring(0, name.indexOf(':')) : name;
        return families().stream().anyMatch(f -> f.name().equals(family)) ? Optional.of(named(name)) : Optional.empty();
    }

    /** The exact posterior of the model of this name, if it is known. */
    public static Optional<ExactPosterior> exactPosterior(String name) {
        ModelFamily family = family(name);
        return family.exactPosterior(options(family, name));
    }

    /** The hand-made statistics of the model of this name, if there are any. */
    public static Optional<HandMadeStatistics> statistics(String name) {
        ModelFamily family = family(name);
        return family.statistics(options(family, name));
    }

    private static Options options(ModelFamily family, String name) {
        int colon = name.indexOf(':');
        return Options.parse(family, colon < 0 ? "" : name.substring(colon + 1));
    }

    private static ModelFamily family(String name) {
        String wanted = name.contains(":") ? name.substring(0, name.indexOf(':')) : name;
        List<ModelFamily> families = families();
        return families.stream()
                .filter(f -> f.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Spelling.unknown(
                        "model",
                        wanted,
                        families.stream().map(ModelFamily::name).toList())));
    }
}
