package bayesflow4j.server.studio;

import bayesflow4j.method.Budget;
import bayesflow4j.server.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a training is to do.
 *
 * @param model its id in the studio
 * @param source its name or file, for {@link bayesflow4j.external.OpenModel}
 * @param method the name of the method
 * @param budget when to end
 * @param seed of all random numbers
 * @param settings changes to the method's defaults
 */
record Task(String model, String source, String method, Budget budget, long seed, Map<String, Object> settings) {
    /** As one line of JSON takes it. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", model);
        fields.put("source", source);
        fields.put("method", method);
        fields.put("budget", written(budget));
        fields.put("seed", seed);
        fields.put("settings", settings);
        return fields;
    }

    static Task of(PageFields fields) {
        Map<String, Object> settings = new LinkedHashMap<>();
        fields.object("settings").values().forEach((key, value) -> settings.put(key.toString(), value));
        return new Task(
                fields.text("model"),
                fields.text("source"),
                fields.text("method"),
                budget(fields.object("budget")),
                (long) fields.number("seed", 1),
                settings);
    }

    private static Map<String, Object> written(Budget budget) {
        return switch (budget) {
            case Budget.Minutes minutes -> Map.of("minutes", minutes.count());
            case Budget.Steps steps -> Map.of("steps", steps.count());
            case Budget.Simulations simulations -> Map.of("simulations", simulations.count());
        };
    }

    /** A budget such as {@code {"minutes": 1}}. */
    static Budget budget(PageFields fields) {
        return Fault.explained(() -> Optional.<Budget>empty()
                .or(() -> amount(fields, "minutes").map(Budget.Minutes::new))
                .or(() -> amount(fields, "steps").map(count -> new Budget.Steps(count.longValue())))
                .or(() -> amount(fields, "simulations").map(count -> new Budget.Simulations(count.longValue())))
                .orElseThrow(() -> Problem.malformed("budget: expected minutes, steps or simulations, got "
                        + fields.values().keySet())));
    }

    private static Optional<Double> amount(PageFields fields, String name) {
        return fields.values().containsKey(name) ? Optional.of(fields.number(name, 0)) : Optional.empty();
    }
}
