package bayesflow4j.training;

import bayesflow4j.design.Design;
import bayesflow4j.design.DesignKind;
import bayesflow4j.design.Kinds;
import bayesflow4j.model.notation.Spelling;
import bayesflow4j.storage.FieldException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Default settings overlaid with changes: each changed key replaces its default, all others stay. If a change selects
 * another kind, unspecified settings come from the standard design of that kind.
 *
 * @param kinds the available kinds, by path of the setting
 * @param wholes paths of objects that are replaced as a unit
 */
record Overlay(Map<String, Kinds<?>> kinds, List<String> wholes) {
    Map<String, Object> laid(String path, Map<String, Object> defaults, Object changes) {
        if (!(changes instanceof Map<?, ?> entries))
            throw new FieldException(path, "expected settings by name, got " + changes);
        Map<String, Object> laid = new LinkedHashMap<>(ofKind(path, defaults, entries.get("kind")));
        entries.forEach((key, value) -> {
            String name = key.toString();
            String place = path + "." + name;
            if (!laid.containsKey(name)) throw FieldException.unknown(place, laid.keySet());
            laid.put(name, value(place, laid.get(name), value));
        });
        return laid;
    }

    private Object value(String path, Object standard, Object change) {
        return standard instanceof Map<?, ?> map && !wholes.contains(path) ? laid(path, strings(map), change) : change;
    }

    private Map<String, Object> ofKind(String path, Map<String, Object> defaults, Object kind) {
        Kinds<?> known = kinds.get(path);
        if (kind == null || known == null || kind.equals(defaults.get("kind"))) return defaults;
        Optional<? extends DesignKind<? extends Design>> found = known.named(kind.toString());
        if (found.isEmpty())
            throw new FieldException(path + ".kind", Spelling.unknown("kind", kind.toString(), known.names()));
        return found.get().standard().written();
    }

    private static Map<String, Object> strings(Map<?, ?> map) {
        Map<String, Object> strings = new LinkedHashMap<>();
        map.forEach((key, value) -> strings.put(key.toString(), value));
        return strings;
    }
}
