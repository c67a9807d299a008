package bayesflow4j.store;

import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the rows of a store are drawn from: a model, by what is known of it without its simulator, and a seed.
 *
 * @param parameters names and prior notation [D]
 * @param columns names of the data columns and what they are to the model [d]
 * @param kind of the data
 * @param observations the range of N
 * @param gaps that are drawn, empty if none
 */
public record StoreSource(
        String model,
        Map<String, String> parameters,
        Map<String, String> columns,
        String kind,
        String observations,
        String gaps,
        long seed) {
    /** More parameters or columns than any model has. */
    private static final int MOST = 100_000;

    /** The source of a model's simulations with this seed. */
    public static StoreSource of(GenerativeModel model, Seed seed) {
        List<String> names = model.prior().names();
        List<String> notation = model.prior().notation();
        Map<String, String> parameters = new LinkedHashMap<>();
        IntStream.range(0, names.size())
                .forEach(i -> parameters.put(names.get(i), i < notation.size() ? notation.get(i) : ""));
        Map<String, String> columns = new LinkedHashMap<>();
        for (Column column : model.columns())
            columns.put(column.name(), column.role().name().toLowerCase(Locale.ROOT));
        return new StoreSource(
                model.name(),
                parameters,
                columns,
                model.kind().name().toLowerCase(Locale.ROOT),
                model.count().toString(),
                model.gaps().map(Object::toString).orElse(""),
                seed.value());
    }

    /** As plain values for JSON. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("model", model);
        json.put("seed", seed);
        json.put("kind", kind);
        json.put("observations", observations);
        json.put("gaps", gaps);
        json.put("parameters", named(parameters, "prior"));
        json.put("columns", named(columns, "role"));
        return json;
    }

    private static List<Map<String, String>> named(Map<String, String> all, String other) {
        return all.entrySet().stream()
                .map(entry -> {
                    Map<String, String> one = new LinkedHashMap<>();
                    one.put("name", entry.getKey());
                    one.put(other, entry.getValue());
                    return one;
                })
                .toList();
    }

    static StoreSource read(Fields json) {
        StoreSource source = new StoreSource(
                json.text("model"),
                named(json, "parameters", "prior"),
                named(json, "columns", "role"),
                json.text("kind"),
                json.text("observations"),
                json.text("gaps"),
                json.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE));
        json.end();
        return source;
    }

    private static Map<String, String> named(Fields json, String field, String other) {
        Map<String, String> all = new LinkedHashMap<>();
        for (Fields one : json.objects(field, MOST)) {
            all.put(one.text("name"), one.text(other));
            one.end();
        }
        return all;
    }

    /** How another source differs from this one, in words, such as {@code seed: 1, not 2}. */
    Optional<String> difference(StoreSource other) {
        if (!model.equals(other.model)) return Optional.of("model: " + model + ", not " + other.model);
        Map<String, Object> now = other.json();
        String difference = json().entrySet().stream()
                .filter(entry -> !entry.getValue().equals(now.get(entry.getKey())))
                .map(entry -> entry.getKey() + ": " + entry.getValue() + ", not " + now.get(entry.getKey()))
                .collect(Collectors.joining("; "));
        return difference.isEmpty() ? Optional.empty() : Optional.of(difference);
    }
}
