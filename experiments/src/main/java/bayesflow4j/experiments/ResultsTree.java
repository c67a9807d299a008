package bayesflow4j.experiments;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A value of a JSON text, read leniently: missing values are empty. */
record ResultsTree(Object value) {
    static ResultsTree parse(String json) {
        return new ResultsTree(Json.parse(json));
    }

    /** The field with this name, empty if there is none. */
    ResultsTree at(String name) {
        return new ResultsTree(value instanceof Map<?, ?> map && map.get(name) != null ? map.get(name) : "");
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) map.forEach((key, field) -> fields.put(key.toString(), field));
        return fields;
    }

    List<?> items() {
        return value instanceof List<?> list ? list : List.of();
    }

    String text() {
        return value.toString();
    }

    OptionalDouble number() {
        return value instanceof Number number ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
    }
}
