package bayesflow4j.amortized;

import bayesflow4j.catalog.Models;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts the description of a network from file format 1 to the current format. */
final class FormatOne {
    private FormatOne() {}

    /** Format 1 knew only couplings, and kept the choice of a regression in their settings. */
    static Map<String, Object> upgraded(Map<String, Object> description) {
        Map<String, Object> upgraded = new LinkedHashMap<>(description);
        upgraded.computeIfPresent("design", (name, design) -> design instanceof Map<?, ?> d ? design(d) : design);
        upgraded.computeIfPresent("provenance", (name, p) -> p instanceof Map<?, ?> m ? provenance(m, description) : p);
        if (upgraded.containsKey("permutations")) upgraded.put("structure", upgraded.remove("permutations"));
        return upgraded;
    }

    private static Object design(Map<?, ?> design) {
        if (!(design.get("coupling") instanceof Map<?, ?> coupling)) return design;
        boolean regression = Boolean.TRUE.equals(coupling.get("regression"));
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("kind", "coupling");
        head.put("blocks", design.get("blocks"));
        coupling.forEach((key, value) -> head.put(key.toString(), value));
        head.remove("regression");
        // The first files omit this setting: their networks had no linear maps.
        head.putIfAbsent("linear", false);
        head.put("closed", regression);
        Map<String, Object> upgraded = new LinkedHashMap<>();
        design.forEach((key, value) -> upgraded.put(key.toString(), value));
        upgraded.remove("blocks");
        upgraded.remove("coupling");
        upgraded.put("head", head);
        upgraded.put("regression", regression);
        return upgraded;
    }

    private static Object provenance(Map<?, ?> provenance, Map<String, Object> description) {
        Map<String, Object> training = new LinkedHashMap<>();
        Map<String, Object> upgraded = new LinkedHashMap<>();
        provenance.forEach((key, value) -> {
            switch (key.toString()) {
                case "plan", "steps", "trainingLoss", "validationLoss", "history" ->
                    training.put(key.toString(), value);
                case "trained" -> upgraded.put("made", value);
                default -> upgraded.put(key.toString(), value);
            }
        });
        upgraded.put("method", "flow");
        upgraded.put("ready", isReady(String.valueOf(provenance.get("model")), description.get("parameters")));
        upgraded.put("training", training);
        return upgraded;
    }

    /**
     * Format 1 does not record whether the model is from the catalog; it is if its name and parameters match an entry.
     */
    private static boolean isReady(String model, Object parameters) {
        if (!(parameters instanceof List<?> entries)) return false;
        List<String> names = entries.stream()
                .map(entry -> entry instanceof Map<?, ?> fields ? String.valueOf(fields.get("name")) : "")
                .toList();
        return Models.find(model)
                .map(found -> found.prior().names().equals(names))
                .orElse(false);
    }
}
