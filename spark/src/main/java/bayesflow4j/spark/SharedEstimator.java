package bayesflow4j.spark;

import bayesflow4j.check.Likeness;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** An estimator that travels to each executor once, as the bytes of its file, and is shared by all tasks there. */
final class SharedEstimator implements Serializable {
    private static final Map<String, Loaded> LOADED = new ConcurrentHashMap<>();

    private final String key = UUID.randomUUID().toString();
    private final Broadcast<byte[]> file;

    /**
     * What tasks share.
     *
     * @param reference for the test of whether data are like those of training
     */
    record Loaded(Estimator estimator, Likeness.Reference reference) {}

    private SharedEstimator(Broadcast<byte[]> file) {
        this.file = file;
    }

    static SharedEstimator of(JavaSparkContext spark, Path file) {
        try {
            return new SharedEstimator(spark.broadcast(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Loaded loaded() {
        return LOADED.computeIfAbsent(key, missing -> read(file.value()));
    }

    private static Loaded read(byte[] bytes) {
        try {
            Path copy = Files.createTempFile("bayesflow-", ".safetensors");
            try {
                Estimator estimator = EstimatorFile.read(Files.write(copy, bytes));
                return new Loaded(estimator, Likeness.Reference.of(estimator));
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
