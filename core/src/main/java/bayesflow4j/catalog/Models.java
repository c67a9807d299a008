package bayesflow4j.catalog;

import bayesflow4j.model.ExactPosterior;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.notation.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The generative models on the class path, by name: {@code sir}, or with options {@code sir:iota=0}. */
public final class Models {
    private Models() {}

    /** All families, by name. */
    public static List<ModelFamily> families() {
        return ServiceLoader.load(ModelFamily.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ModelFamily::name))
                .toList();
    }

    /** The model of this name; an unknown name is answered with the nearest one. */
    public static GenerativeModel named(String name) {
        ModelFamily family = family(name);
        return family.model(options(family, name));
    }

    /** The exact posterior of the model of this name, where there is one. */
    public static Optional<ExactPosterior> exactPosterior(String name) {
        ModelFamily family = family(name);
        return family.exactPosterior(options(family, name));
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
                .orElseThrow(() -> unknown(wanted, families));
    }

    private static IllegalArgumentException unknown(String wanted, List<ModelFamily> families) {
        String all = String.join(", ", families.stream().map(ModelFamily::name).toList());
        String nearest = Spelling.nearest(
                        wanted, families.stream().map(ModelFamily::name).toList())
                .map(known -> " Did you mean \"" + known + "\"?")
                .orElse("");
        return new IllegalArgumentException("Unknown model \"" + wanted + "\"." + nearest + " There are: " + all + '.');
    }
}
