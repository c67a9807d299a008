package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Simulations (θₖ, xₖ) of a model in a directory, read shard by shard. */
public record Store(Path directory, Manifest manifest) {
    /** Whether a path is a directory, and thus no file of simulations but a store, or nothing yet. */
    public static boolean isOne(Path path) {
        return Files.isDirectory(path);
    }

    /**
     * Opens a store.
     *
     * @throws DataFileException if the directory is none, or an empty one
     */
    public static Store open(Path directory) {
        Manifest manifest = Manifest.in(directory)
                .orElseThrow(() -> new DataFileException(
                        directory,
                        "not a store of simulations: it has no " + Manifest.FILE + ", see bayesflow simulate"));
        if (manifest.shards().isEmpty()) throw new DataFileException(directory, "the store has no simulations yet");
        return new Store(directory, manifest);
    }

    /**
     * Begins a store, or continues the one that is there: its manifest.
     *
     * @param rows how many it is to have, which decides the size of the shards of a new one
     * @throws DataFileException if the directory contains something else, or simulations from another source
     */
    public static Manifest begin(Path directory, GenerativeModel model, Seed seed, long rows) {
        return begin(directory, model, seed, Manifest.rowsPerShard(model, rows));
    }

    /** The same with this many rows in each shard of a new store. */
    public static Manifest begin(Path directory, GenerativeModel model, Seed seed, int rowsPerShard) {
        StoreSource source = StoreSource.of(model, seed);
        Manifest found = Manifest.in(directory).orElse(null);
        if (found != null) {
            found.source().difference(source).ifPresent(difference -> {
                throw new DataFileException(
                        directory, "the store has other simulations: " + difference + ". Choose another directory.");
            });
            return found;
        }
        requireEmpty(directory);
        Manifest manifest = new Manifest(source, rowsPerShard, List.of());
        manifest.write(directory);
        return manifest;
    }

    private static void requireEmpty(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory))
            throw new DataFileException(directory, "is a file; choose the name of a directory");
        try {
            Files.createDirectories(directory);
            try (Stream<Path> files = Files.list(directory)) {
                if (files.anyMatch(file -> !file.getFileName().toString().startsWith(".")))
                    throw new DataFileException(directory, "is not empty and not a store; choose another directory");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " cannot be written: " + WholeFile.reason(e), e);
        }
    }

    /** K, the number of simulations. */
    public long size() {
        return manifest.rows();
    }

    /**
     * The simulations of a shard, each a batch of one data set.
     *
     * @param model whose parameters and columns are looked for by name
     * @throws DataFileException if the file is missing, damaged or of other columns
     */
    public List<Batch> rows(Shard shard, GenerativeModel model) {
        Path file = directory.resolve(shard.fileName());
        if (!Files.exists(file)) throw new DataFileException(file, "no such file; simulate again to restore it");
        if (!shard.isWhole(directory))
            throw new DataFileException(file, "is not the file that was written; simulate again to restore it");
        return new ShardColumns(model).read(file, shard.from(), shard.to());
    }
}
