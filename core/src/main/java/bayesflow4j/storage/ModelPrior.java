package bayesflow4j.storage;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.NotationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * p(θ | M) of one model of a comparison, in the notation of model files.
 *
 * @param model its name
 * @param parameters their names [D]
 * @param notation their priors [D]
 */
public record ModelPrior(String model, List<String> parameters, List<String> notation) {
    private static final int MOST = 10_000;

    /** Copies the lists. */
    public ModelPrior {
        parameters = List.copyOf(parameters);
        notation = List.copyOf(notation);
    }

    /** Those of the models whose priors can be written so. */
    public static List<ModelPrior> of(List<GenerativeModel> models) {
        return models.stream()
                .filter(model ->
                        model.prior().notation().size() == model.prior().dimension())
                .map(model -> new ModelPrior(
                        model.name(), model.prior().names(), model.prior().notation()))
                .toList();
    }

    /** The prior, if this version of the library knows its notation. */
    public Optional<Prior> prior() {
        if (parameters.isEmpty()) return Optional.of(Prior.none());
        try {
            return Optional.of(Prior.parse(parameters, notation));
        } catch (NotationException e) {
            return Optional.empty();
        }
    }

    /** As fields of JSON. */
    public Map<String, Object> written() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("model", model);
        entry.put("count", parameters.size());
        entry.put("parameters", parameters);
        entry.put("priors", notation);
        return entry;
    }

    /** From a list of {@link #written} fields. */
    public static List<ModelPrior> read(Fields fields, String name) {
        return fields.objects(name, MOST).stream()
                .map(entry -> {
                    int count = entry.integer("count", 0, MOST);
                    return new ModelPrior(
                            entry.text("model"), entry.texts("parameters", count), entry.texts("priors", count));
                })
                .toList();
    }
}
