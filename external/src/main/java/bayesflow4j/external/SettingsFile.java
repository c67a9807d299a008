package bayesflow4j.external;

import bayesflow4j.storage.FieldException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of methods and networks in a YAML file of their own, in the sections of a model file: for models that have no file, or to
 * try other settings than those of the model file.
 */
public final class SettingsFile {
    private final SettingSections sections;

    private SettingsFile(SettingSections sections) {
        this.sections = sections;
    }

    /**
     * Reads a file.
     *
     * @throws ModelFileException if the file has other sections than those of settings, with line and column
     */
    public static SettingsFile read(Path path) {
        YamlNode.Section file = YamlReader.read(path);
        file.requireOnly(SettingSections.names());
        return new SettingsFile(SettingSections.of(file));
    }

    /** These settings in the place of others; those that the file does not name stay. */
    public Map<String, Object> over(Map<String, Object> others) {
        Map<String, Object> all = new LinkedHashMap<>(others);
        sections.values().forEach((name, section) -> {
            Map<Object, Object> merged = new LinkedHashMap<>();
            if (others.get(name) instanceof Map<?, ?> old) merged.putAll(old);
            merged.putAll((Map<?, ?>) section);
            all.put(name, merged);
        });
        return all;
    }

    /** A setting that a method refused, with its place, if it comes from this file. */
    public Optional<ModelFileException> wrong(FieldException refused) {
        return sections.sets(refused)
                ? sections.place(refused).map(place -> place.wrong(refused.getMessage()))
                : Optional.empty();
    }
}
