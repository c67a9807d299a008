package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.parquet.ParquetColumn;
import bayesflow4j.parquet.ParquetFile;
import bayesflow4j.parquet.ParquetWriter;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/**
 * The rows {@code from} … {@code to} − 1 of a store, in one Parquet file. It is a pure function of the model, the seed and the
 * range: any process may write it, and write it again.
 *
 * @param bytes the size of the file
 * @param checksum CRC-32C of the file
 * @param failures the failed attempts of these rows
 */
public record Shard(long from, long to, long bytes, long checksum, Failures failures) implements Serializable {
    private static final String SOURCE = "bayesflow4j.source";
    private static final String FAILURES = "bayesflow4j.failures";
    private static final int BUFFER = 1 << 16;

    /** Refuses an empty range. */
    public Shard {
        if (from < 0 || to <= from)
            throw new IllegalArgumentException("rows: expected 0 ≤ from < to, got " + from + " and " + to);
    }

    /** The name of the file of these rows. */
    public static String fileName(long from, long to) {
        return String.format(Locale.ROOT, "rows-%012d-%012d.parquet", from, to);
    }

    /** The name of its file. */
    public String fileName() {
        return fileName(from, to);
    }

    /**
     * Simulates rows and writes them to a store's directory, whole or not at all.
     *
     * @param seed of the store: row i is batch i of size 1
     * @throws UncheckedIOException if the directory or the disk does not take them
     */
    public static Shard write(GenerativeModel model, Seed seed, long from, long to, Path directory) {
        List<Batch> rows = LongStream.range(from, to)
                .mapToObj(i -> model.batch(seed, i, 1))
                .toList();
        return write(model, seed, from, rows, Failures.of(rows), directory);
    }

    /**
     * The same for a part of a store of which some rows may be there, or all, if another process wrote them and was lost before
     * it could tell: what is whole is not simulated again.
     */
    public static Shard write(GenerativeModel model, Seed seed, StoreSimulation.Part part, Path directory) {
        Manifest.Range range = part.range();
        if (Files.exists(directory.resolve(fileName(range.from(), range.to()))))
            try {
                return found(directory, range.from(), range.to(), model, seed);
            } catch (DataFileException e) {
                // Damaged or of another source: it is replaced.
            }
        List<Batch> rows = new ArrayList<>();
        Failures failures = Failures.NONE;
        for (Shard known : part.known()) {
            if (!known.isWhole(directory)) continue;
            rows.addAll(new ShardColumns(model).read(directory.resolve(known.fileName()), known.from(), known.to()));
            failures = known.failures();
        }
        for (long i = range.from() + rows.size(); i < range.to(); i++) {
            Batch row = model.batch(seed, i, 1);
            rows.add(row);
            failures = failures.plus(row.failures());
        }
        return write(model, seed, range.from(), rows, failures, directory);
    }

    /** Writes rows that are there, each a batch of one data set. */
    static Shard write(
            GenerativeModel model, Seed seed, long from, List<Batch> rows, Failures failures, Path directory) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put(SOURCE, Json.write(StoreSource.of(model, seed).json()));
        metadata.put(FAILURES, Json.write(FailuresJson.write(failures)));
        List<ParquetColumn> columns = new ShardColumns(model).of(from, rows);
        long to = from + rows.size();
        Path file = directory.resolve(fileName(from, to));
        WholeFile.write(file, out -> ParquetWriter.write(out, columns, metadata));
        return of(file, from, to, failures);
    }

    private static Shard of(Path file, long from, long to, Failures failures) {
        try {
            return new Shard(from, to, Files.size(file), checksum(file), failures);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read: " + WholeFile.reason(e), e);
        }
    }

    /**
     * A shard that some process wrote and nobody noted.
     *
     * @throws DataFileException if it is damaged, or of another model or seed
     */
    static Shard found(Path directory, long from, long to, GenerativeModel model, Seed seed) {
        Path file = directory.resolve(fileName(from, to));
        ParquetFile parquet = ParquetFile.read(file);
        StoreSource source = StoreSource.of(model, seed);
        if (!Json.write(source.json()).equals(parquet.metadata().get(SOURCE)))
            throw new DataFileException(file, "expected simulations of " + model.name() + " with seed " + seed.value());
        // Reads all pages, which have checksums of their own.
        new ShardColumns(model).read(file, from, to);
        Failures failures = FailuresJson.read(
                Fields.parse(FAILURES, parquet.metadata().getOrDefault(FAILURES, "")),
                model.prior().names());
        return of(file, from, to, failures);
    }

    /** As one line of JSON, which {@link #parse} reads. */
    public String text() {
        return Json.write(json());
    }

    /**
     * The shard of a {@link #text}.
     *
     * @param parameters their names, in order
     */
    public static Shard parse(String text, List<String> parameters) {
        return read(Fields.parse("shard", text), parameters);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from", from);
        json.put("to", to);
        json.put("bytes", bytes);
        json.put("crc32c", checksum);
        json.put("failures", FailuresJson.write(failures));
        return json;
    }

    static Shard read(Fields json, List<String> parameters) {
        Shard shard = new Shard(
                json.integer("from", 0, Long.MAX_VALUE),
                json.integer("to", 0, Long.MAX_VALUE),
                json.integer("bytes", 0, Long.MAX_VALUE),
                json.integer("crc32c", 0, Long.MAX_VALUE),
                FailuresJson.read(json.object("failures"), parameters));
        json.end();
        return shard;
    }

    /** How many rows there are. */
    public int size() {
        return Math.toIntExact(to - from);
    }

    /** Whether the file in this directory is the one that was written, byte for byte. */
    public boolean isWhole(Path directory) {
        Path file = directory.resolve(fileName());
        try {
            return Files.isRegularFile(file) && Files.size(file) == bytes && checksum(file) == checksum;
        } catch (IOException e) {
            return false;
        }
    }

    private static long checksum(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) crc.update(buffer, 0, read);
        }
        return crc.getValue();
    }
}
