package bayesflow4j.method;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a case-based fit: files in a directory that belongs to one model, data set, method, settings and seed. Without a
 * directory, nothing is kept.
 */
public final class CaseState {
    private static final String IDENTITY = "fit.json";

    private final Optional<Path> directory;
    private final String prefix;

    private CaseState(Optional<Path> directory, String prefix) {
        this.directory = directory;
        this.prefix = prefix;
    }

    /**
     * The state of a fit.
     *
     * @param identity whatever the fit depends on, as values of {@link Json}
     * @throws DataFileException if the directory belongs to another fit
     */
    public static CaseState of(Optional<Fitting.Checkpointing> where, Map<String, Object> identity) {
        return new CaseState(where.map(w -> opened(w, Json.write(identity))), "");
    }

    /** The state of a part of the fit, whose files have names of their own. */
    public CaseState part(String name) {
        return new CaseState(directory, prefix + name + "-");
    }

    private static Path opened(Fitting.Checkpointing where, String identity) {
        Path file = where.path().resolve(IDENTITY);
        try {
            if (Files.exists(file) && where.resume()) {
                requireSame(file, Files.readString(file), identity);
                return where.path();
            }
            Files.createDirectories(where.path());
            try (var old = Files.list(where.path())) {
                for (Path stale : old.toList()) Files.delete(stale);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(where.path() + " cannot be used: " + e.getMessage(), e);
        }
        WholeFile.write(file, out -> out.write(identity.getBytes(StandardCharsets.UTF_8)));
        return where.path();
    }

    private static void requireSame(Path file, String then, String now) {
        if (then.equals(now)) return;
        Map<String, Object> differences = new LinkedHashMap<>();
        Map<?, ?> old = (Map<?, ?>) Json.parse(then);
        ((Map<?, ?>) Json.parse(now)).forEach((key, value) -> {
            if (!Objects.equals(old.get(key), value)) differences.put(key.toString(), old.get(key));
        });
        throw new DataFileException(
                file,
                "belongs to a fit with other " + String.join(", ", differences.keySet())
                        + ". Use the same settings, or start without resuming.");
    }

    /** The place of a file of the state; none if nothing is kept. */
    public Optional<Path> file(String name) {
        return directory.map(d -> d.resolve(prefix + name));
    }

    /** The file, if it is there. */
    public Optional<Path> existing(String name) {
        return file(name).filter(Files::exists);
    }
}
