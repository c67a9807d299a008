package bayesflow4j.external;

import bayesflow4j.storage.FieldException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sections of a file that say how methods work, uninterpreted.
 *
 * @param byName the sections that the file has
 */
record SettingSections(Map<String, YamlNode.Section> byName) {
    /** Sections that a file may have. */
    private static final List<String> NAMES = List.of("network", "training", "tune", "abc", "case");

    SettingSections {
        byName = new LinkedHashMap<>(byName);
    }

    static SettingSections of(YamlNode.Section file) {
        Map<String, YamlNode.Section> found = new LinkedHashMap<>();
        for (String name : NAMES) file.findSection(name).ifPresent(section -> found.put(name, section));
        return new SettingSections(found);
    }

    static String[] names() {
        return NAMES.toArray(String[]::new);
    }

    /** As a method takes them. */
    Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        byName.forEach((name, section) -> values.put(name, section.value()));
        return values;
    }

    /** Whether they set what a method refused. */
    boolean sets(FieldException refused) {
        List<String> keys = keys(refused);
        return Optional.ofNullable(byName.get(keys.getFirst()))
                .filter(section -> keys.size() == 1 || section.keys().contains(keys.get(1)))
                .isPresent();
    }

    /** Where they set what a method refused, or where it would be. */
    Optional<YamlPlace> place(FieldException refused) {
        List<String> keys = keys(refused);
        return Optional.ofNullable(byName.get(keys.getFirst()))
                .map(section -> section.nearest(keys.subList(1, keys.size()), refused.isUnknown()));
    }

    private static List<String> keys(FieldException refused) {
        return List.of(refused.path().split("[.\\[]"));
    }
}
