package bayesflow4j.server.studio;

import bayesflow4j.server.Problem;
import bayesflow4j.storage.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a JSON object that the page sent. */
record PageFields(Map<?, ?> values) {
    static PageFields parse(String body) {
        try {
            if (Json.parse(body) instanceof Map<?, ?> map) return new PageFields(map);
        } catch (IllegalArgumentException e) {
            throw Problem.malformed("body: " + e.getMessage());
        }
        throw Problem.malformed("body: expected a JSON object");
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> Problem.malformed(name + ": expected a text, got nothing"));
    }

    Optional<String> optionalText(String name) {
        Object value = values.get(name);
        if (value == null) return Optional.empty();
        if (value instanceof String text) return Optional.of(text);
        throw Problem.malformed(name + ": expected a text, got " + value);
    }

    int whole(String name, int fallback, int least, int most) {
        double value = number(name, fallback);
        if (value >= least && value <= most && value == Math.rint(value)) return (int) value;
        throw Problem.unfit(name + ": expected a whole number from " + least + " to " + most + ", got " + value);
    }

    double number(String name, double fallback) {
        Object value = values.get(name);
        if (value == null) return fallback;
        if (value instanceof Number number && Double.isFinite(number.doubleValue())) return number.doubleValue();
        throw Problem.malformed(name + ": expected a number, got " + value);
    }

    /** A list of numbers; empty where there is none. */
    double[] numbers(String name) {
        return list(name).stream()
                .mapToDouble(value -> {
                    if (value instanceof Number number) return number.doubleValue();
                    throw Problem.malformed(name + ": expected numbers, got " + value);
                })
                .toArray();
    }

    List<?> list(String name) {
        Object value = values.get(name);
        if (value == null) return List.of();
        if (value instanceof List<?> list) return list;
        throw Problem.malformed(name + ": expected a list, got " + value);
    }

    PageFields object(String name) {
        Object value = values.get(name);
        if (value == null) return new PageFields(Map.of());
        if (value instanceof Map<?, ?> map) return new PageFields(map);
        throw Problem.malformed(name + ": expected an object, got " + value);
    }
}
