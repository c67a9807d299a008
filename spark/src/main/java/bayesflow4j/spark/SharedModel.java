package bayesflow4j.spark;

import bayesflow4j.external.OpenModel;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.SimulatorUnavailableException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * A model by its name or its file, which travels to each executor once with all files beside it. A task borrows a simulator
 * that no other task uses, so there are as many processes of an external simulator as Spark runs tasks at once.
 */
final class SharedModel implements Serializable {
    private static final Map<String, Path> UNPACKED = new ConcurrentHashMap<>();
    private static final Map<String, Deque<OpenModel>> IDLE = new ConcurrentHashMap<>();

    private final String key = UUID.randomUUID().toString();
    private final String name;
    /** At most one; an Optional could not travel. */
    private final List<Broadcast<ShippedFiles>> files;

    private SharedModel(String name, List<Broadcast<ShippedFiles>> files) {
        this.name = name;
        this.files = files;
    }

    static SharedModel of(JavaSparkContext spark, String nameOrFile) {
        if (!nameOrFile.endsWith(".yaml") && !nameOrFile.endsWith(".yml"))
            return new SharedModel(nameOrFile, List.of());
        Path file = Path.of(nameOrFile).toAbsolutePath();
        return new SharedModel(
                file.getFileName().toString(), List.of(spark.broadcast(ShippedFiles.of(file.getParent()))));
    }

    /** Does some work with the model. */
    <T> T with(Function<GenerativeModel, T> work) {
        Deque<OpenModel> idle = IDLE.computeIfAbsent(key, none -> new ConcurrentLinkedDeque<>());
        OpenModel model = Optional.ofNullable(idle.pollFirst()).orElseGet(this::open);
        boolean works = true;
        try {
            return work.apply(model.model());
        } catch (SimulatorUnavailableException e) {
            works = false;
            throw e;
        } finally {
            if (works) idle.addFirst(model);
            else model.close();
        }
    }

    private OpenModel open() {
        if (files.isEmpty()) return OpenModel.of(name, 1);
        Path directory =
                UNPACKED.computeIfAbsent(key, missing -> unpack(files.getFirst().value()));
        return OpenModel.of(directory.resolve(name).toString(), 1);
    }

    private static Path unpack(ShippedFiles files) {
        try {
            Path directory = Files.createTempDirectory("bayesflow-model-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory)));
            files.unpack(directory);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void remove(Path directory) {
        try (var files = Files.walk(directory)) {
            for (Path file : files.toList().reversed()) Files.deleteIfExists(file);
        } catch (IOException e) {
            // A temporary directory, which the system clears in time.
        }
    }

    /** Ends the processes of the simulators in this process. */
    void close() {
        Optional.ofNullable(IDLE.remove(key))
                .map(List::copyOf)
                .orElse(List.of())
                .forEach(OpenModel::close);
    }
}
