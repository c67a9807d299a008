package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a store contains: the source of its rows, and its shards in the order of their rows. Shard k begins at row k R; only
 * those that are not finished have fewer than R rows.
 *
 * @param rowsPerShard R
 */
public record Manifest(StoreSource source, int rowsPerShard, List<Shard> shards) {
    /** Programs that read a directory of Parquet files pass over names that begin so. */
    static final String FILE = "_store.json";

    private static final int VERSION = 1;
    private static final int MOST_SHARDS = 10_000_000;

    /** About the size of a shard at most: of several, a reader can hold some at once. */
    private static final long SHARD_BYTES = 8 << 20;

    /** Shards are small enough that a store is made of so many, for as many workers. */
    private static final long LEAST_SHARDS = 256;

    private static final int LEAST_ROWS = 32;

    /** Sorts the shards. */
    public Manifest {
        if (rowsPerShard < 1)
            throw new IllegalArgumentException("rows per shard: expected at least 1, got " + rowsPerShard);
        shards = shards.stream().sorted(Comparator.comparingLong(Shard::from)).toList();
    }

    /** A good R for so many rows of a model: shards of at most some megabytes, and enough of them to share the work. */
    public static int rowsPerShard(GenerativeModel model, long rows) {
        long numbers = (long) model.count().most() * model.width();
        long bytes = 8L * (1 + model.prior().dimension()) + 4 * numbers;
        long shared = Math.max(LEAST_ROWS, Long.highestOneBit(Math.max(1, rows / LEAST_SHARDS)));
        return (int) Math.max(1, Math.min(shared, Long.highestOneBit(Math.max(1, SHARD_BYTES / bytes))));
    }

    /** The manifest of a directory, if it has one. */
    public static Optional<Manifest> in(Path directory) {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) return Optional.empty();
        try {
            return Optional.of(read(Fields.parse("store", Files.readString(file))));
        } catch (IllegalArgumentException e) {
            throw new DataFileException(file, e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + WholeFile.reason(e), e);
        }
    }

    private static Manifest read(Fields json) {
        if (json.integer("version", 1, Integer.MAX_VALUE) > VERSION)
            throw json.wrong("version", "expected at most " + VERSION + "; a newer program wrote the store");
        StoreSource source = StoreSource.read(json.object("source"));
        List<String> parameters = List.copyOf(source.parameters().keySet());
        Manifest manifest = new Manifest(
                source,
                json.integer("rows_per_shard", 1, Integer.MAX_VALUE),
                json.objects("shards", MOST_SHARDS).stream()
                        .map(shard -> Shard.read(shard, parameters))
                        .toList());
        json.integer("rows", 0, Long.MAX_VALUE);
        json.end();
        return manifest;
    }

    /** Writes it to a store's directory, in place of the one before. */
    public void write(Path directory) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("source", source.json());
        json.put("rows_per_shard", rowsPerShard);
        json.put("rows", rows());
        json.put("shards", shards.stream().map(Shard::json).toList());
        byte[] text = (Json.indented(json) + "\n").getBytes(StandardCharsets.UTF_8);
        WholeFile.write(directory.resolve(FILE), out -> out.write(text));
    }

    /** The number of rows in all shards. */
    public long rows() {
        return shards.stream().mapToLong(shard -> shard.to() - shard.from()).sum();
    }

    /** The failed attempts of all rows. */
    public Failures failures() {
        return shards.stream().map(Shard::failures).reduce(Failures.NONE, Failures::plus);
    }

    /** The same with a shard, in place of one that begins at the same row. */
    public Manifest with(Shard shard) {
        List<Shard> all = new ArrayList<>(without(shard.from()).shards);
        all.add(shard);
        return new Manifest(source, rowsPerShard, all);
    }

    /** The same without the shard that begins at this row. */
    Manifest without(long from) {
        return new Manifest(
                source,
                rowsPerShard,
                shards.stream().filter(shard -> shard.from() != from).toList());
    }

    /** The shard that begins at this row, if there is one. */
    Optional<Shard> at(long from) {
        return shards.stream().filter(shard -> shard.from() == from).findFirst();
    }

    /**
     * Rows that are one shard.
     *
     * @param to behind the last
     */
    public record Range(long from, long to) implements Serializable {}

    /** The shards that rows 0 … {@code rows} − 1 still need, or need to be longer. */
    public List<Range> missing(long rows) {
        Map<Long, Long> ends = new LinkedHashMap<>();
        shards.forEach(shard -> ends.put(shard.from(), shard.to()));
        List<Range> missing = new ArrayList<>();
        for (long from = 0; from < rows; from += rowsPerShard) {
            long to = Math.min(rows, from + rowsPerShard);
            if (ends.getOrDefault(from, 0L) < to) missing.add(new Range(from, to));
        }
        return missing;
    }
}
