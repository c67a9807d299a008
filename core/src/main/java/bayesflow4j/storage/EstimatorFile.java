package bayesflow4j.storage;

import bayesflow4j.data.DataFileException;
import bayesflow4j.model.Domain;
import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.NotationException;
import bayesflow4j.posterior.Estimator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * An estimator as one {@code .safetensors} file with everything that inference needs. Files of earlier versions can be
 * read; format 1 held networks only.
 */
public final class EstimatorFile {
    /** Raised whenever earlier versions of the library cannot read new files. */
    static final int FORMAT = 2;

    private static final String KEY = "bayesflow4j";
    private static final String VERSION = "format";
    /** The field that names the format of an estimator. */
    static final String KIND = "estimator";

    private static final String ONLY_KIND_OF_FORMAT_1 = "network";

    private EstimatorFile() {}

    /** Writes the file atomically. */
    public static void write(Estimator estimator, Path path) {
        EstimatorFormat format = formatOf(estimator);
        EstimatorFormat.Content content = format.write(estimator);
        Map<String, Object> description = new LinkedHashMap<>();
        description.put(VERSION, FORMAT);
        description.put(KIND, format.name());
        description.putAll(content.description());
        new Safetensors(Map.of(KEY, Json.write(description)), content.arrays(), content.integers()).write(path);
    }

    /**
     * Reads and validates a file.
     *
     * @throws DataFileException with the file, what was expected and what was found
     */
    public static Estimator read(Path path) throws IOException {
        return read(path, Optional.empty());
    }

    /**
     * As {@link #read(Path)}, for parameters whose bounds depend on each other through Java code that a file cannot
     * hold.
     */
    public static Estimator read(Path path, Domain domain) throws IOException {
        return read(path, Optional.of(domain));
    }

    private static Estimator read(Path path, Optional<Domain> domain) throws IOException {
        Safetensors file = Safetensors.read(path);
        try {
            Map<String, Object> description = description(path, file);
            String kind = description.remove(KIND).toString();
            EstimatorFormat format = formatNamed(kind);
            int version = (int) description.remove(VERSION);
            return format.read(
                    new EstimatorFormat.Content(description, file.tensors(), file.integers()), version, domain);
        } catch (IllegalArgumentException e) {
            throw new DataFileException(path, e.getMessage());
        }
    }

    /** The description in the file's header: format, kind of estimator and its settings, without arrays. */
    public static Map<String, Object> description(Path path) throws IOException {
        try {
            return description(path, Safetensors.read(path));
        } catch (IllegalArgumentException e) {
            throw new DataFileException(path, e.getMessage());
        }
    }

    /** The prior that an estimator was trained with, where its file describes it in the notation of model files. */
    public static Optional<Prior> prior(Path path) throws IOException {
        if (!(description(path).get("parameters") instanceof List<?> entries)) return Optional.empty();
        List<String> names = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (Object entry : entries) {
            if (!(entry instanceof Map<?, ?> fields) || !fields.containsKey("prior")) return Optional.empty();
            names.add(fields.get("name").toString());
            written.add(fields.get("prior").toString());
        }
        try {
            return Optional.of(Prior.parse(names, written));
        } catch (NotationException e) {
            return Optional.empty();
        }
    }

    /**
     * Adds a note to a file of an estimator, or replaces the one of this name; the estimator keeps its bits. Versions of the
     * library that do not know the note ignore it.
     *
     * @param note of values that {@link Json} writes
     */
    public static void annotate(Path path, String name, Map<String, Object> note) throws IOException {
        Safetensors file = Safetensors.read(path);
        description(path, file);
        Map<String, String> metadata = new LinkedHashMap<>(file.metadata());
        metadata.put(KEY + "." + name, Json.write(note));
        new Safetensors(metadata, file.tensors(), file.integers()).write(path);
    }

    /** The note of this name that {@link #annotate} added to a file, if there is one. */
    public static Optional<Fields> annotation(Path path, String name) throws IOException {
        try {
            return Optional.ofNullable(Safetensors.read(path).metadata().get(KEY + "." + name))
                    .map(text -> Fields.of(name, Json.parse(text)));
        } catch (IllegalArgumentException e) {
            throw new DataFileException(path, e.getMessage());
        }
    }

    private static Map<String, Object> description(Path path, Safetensors file) {
        String text = file.metadata().get(KEY);
        if (text == null) throw new DataFileException(path, "not a bayesflow4j file: the header has no \"" + KEY + '"');
        Object object = Json.parse(text);
        int format = Fields.of("file", object).integer(VERSION, 1, Integer.MAX_VALUE);
        if (format > FORMAT)
            throw new DataFileException(
                    path,
                    "expected a format up to " + FORMAT + ", got " + format + "; use a newer version of bayesflow4j");
        Map<String, Object> description = new LinkedHashMap<>();
        ((Map<?, ?>) object).forEach((key, value) -> description.put(key.toString(), value));
        description.putIfAbsent(KIND, ONLY_KIND_OF_FORMAT_1);
        return description;
    }

    /** The format that can store an estimator. */
    static EstimatorFormat formatOf(Estimator estimator) {
        return formats()
                .filter(f -> f.writes(estimator))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("estimator: expected one that a file format on the class path"
                                + " can store, got one of the method "
                                + estimator.provenance().method()));
    }

    /** The format of this name. */
    static EstimatorFormat formatNamed(String kind) {
        return formats()
                .filter(f -> f.name().equals(kind))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected a kind of estimator that the class path can read, got \"" + kind + '"'));
    }

    private static Stream<EstimatorFormat> formats() {
        return ServiceLoader.load(EstimatorFormat.class).stream().map(ServiceLoader.Provider::get);
    }
}
