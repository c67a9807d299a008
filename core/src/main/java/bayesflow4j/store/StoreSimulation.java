package bayesflow4j.store;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeFile;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Fills a store on the cores of this machine: what is there and whole is kept, what is missing or damaged is simulated. It may be
 * stopped or killed at any time and continued later.
 */
public final class StoreSimulation {
    /** The most work of a thread that a crash can lose; a stop loses none that is done. */
    private static final long SAVE_NANOS = 10_000_000_000L;

    /** How often the manifest is written: a crash between does no harm. */
    private static final long NOTE_NANOS = 2_000_000_000L;

    private final GenerativeModel model;
    private final Seed seed;
    private final Path directory;
    private final BooleanSupplier stop;
    private volatile boolean ended;
    private Manifest manifest;
    private long noted = System.nanoTime();
    private long done;
    private Progress progress = rows -> {};
    private final List<Path> replaced = new ArrayList<>();

    /**
     * @param directory of the store, made if it is missing
     * @param manifest what {@link Store#begin} gave
     * @param stop polled meanwhile; once true, all that is done is saved
     */
    public StoreSimulation(GenerativeModel model, Seed seed, Path directory, Manifest manifest, BooleanSupplier stop) {
        this.model = model;
        this.seed = seed;
        this.directory = directory;
        this.manifest = manifest;
        this.stop = stop;
    }

    /**
     * Looks at all files: forgets shards that are missing or damaged, and takes in whole ones that nobody noted.
     *
     * @param rows how many the store is to have
     * @return how many shards were missing or damaged
     */
    public int examine(long rows) {
        List<Shard> damaged = manifest.shards().parallelStream()
                .filter(shard -> !shard.isWhole(directory))
                .toList();
        for (Shard shard : damaged) manifest = manifest.without(shard.from());
        for (Manifest.Range range : manifest.missing(rows)) {
            if (!Files.exists(directory.resolve(Shard.fileName(range.from(), range.to())))) continue;
            try {
                manifest = manifest.with(Shard.found(directory, range.from(), range.to(), model, seed));
            } catch (DataFileException e) {
                // Damaged or of another source: it will be replaced.
            }
        }
        return damaged.size();
    }

    /** What is told how many rows were simulated so far. */
    @FunctionalInterface
    public interface Progress {
        /** So many rows. */
        void simulated(long rows);
    }

    /**
     * Simulates the first row again, which the store has.
     *
     * @throws DataFileException if it is another one, so that the simulator is not the one that made the others
     */
    public void requireSameSimulator() {
        if (manifest.shards().isEmpty()) return;
        Shard first = manifest.shards().getFirst();
        Batch stored = new Store(directory, manifest).rows(first, model).getFirst();
        Batch again = model.batch(seed, first.from(), 1);
        if (!Arrays.equals(stored.theta()[0], again.theta()[0]) || !Arrays.equals(stored.x(), again.x()))
            throw new DataFileException(
                    directory,
                    "the simulator gives other data for row " + first.from() + " than the store has; it was changed,"
                            + " or does not take all its random numbers from the seed. Choose another directory.");
    }

    /** The rows that the store has. */
    public Manifest manifest() {
        return manifest;
    }

    /**
     * Simulates what is missing of rows 0 … {@code rows} − 1, shard by shard.
     *
     * @param threads that simulate at once
     * @param progress is told how many rows were simulated so far
     * @return the manifest, which has fewer rows if the work was stopped
     */
    public Manifest fill(long rows, int threads, Progress progress) {
        this.progress = progress;
        List<Manifest.Range> missing = manifest.missing(rows);
        ended = false;
        // Closing the pool waits for its threads: none writes to the directory after this method.
        try (ExecutorService pool = Executors.newFixedThreadPool(
                threads,
                Thread.ofPlatform().daemon().name("bayesflow4j-store-", 1).factory())) {
            List<Future<?>> running = new ArrayList<>();
            for (Manifest.Range range : missing) running.add(pool.submit(() -> fillOrEnd(range)));
            await(running);
        } finally {
            note();
        }
        return manifest;
    }

    private void await(List<Future<?>> running) {
        try {
            for (Future<?> one : running) one.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(e.getCause());
        } finally {
            ended = true;
        }
    }

    /** Fills a shard; if that fails, the other threads save what they have and end. */
    private void fillOrEnd(Manifest.Range range) {
        boolean filled = false;
        try {
            fill(range);
            filled = true;
        } finally {
            if (!filled) ended = true;
        }
    }

    private boolean stopped() {
        return ended || stop.getAsBoolean();
    }

    /** Who writes shards in the place of this machine's threads. */
    @FunctionalInterface
    public interface Writers {
        /**
         * Writes shards in any order, see {@link Shard#write(GenerativeModel, Seed, Part, Path)}.
         *
         * @param done takes each shard once it is there; one thread at a time calls it
         */
        void write(List<Part> missing, Consumer<Shard> done);
    }

    /**
     * Rows that are to be one shard.
     *
     * @param known a shard that has the first of them; at most one
     */
    public record Part(Manifest.Range range, List<Shard> known) implements Serializable {}

    /**
     * The same by others, who see the directory under the same name.
     *
     * @throws IllegalStateException if what they write is not to be seen from here
     */
    public Manifest fill(long rows, Writers writers, Progress progress) {
        List<Part> missing = manifest.missing(rows).stream()
                .map(range -> new Part(range, manifest.at(range.from()).stream().toList()))
                .toList();
        Map<Long, Integer> before = new HashMap<>();
        missing.forEach(part -> part.known().forEach(shard -> before.put(shard.from(), shard.size())));
        try {
            writers.write(missing, shard -> {
                requireVisible(shard);
                note(shard);
                done += shard.size() - before.getOrDefault(shard.from(), 0);
                progress.simulated(done);
            });
        } finally {
            note();
        }
        return manifest;
    }

    private void requireVisible(Shard shard) {
        if (!Files.exists(directory.resolve(shard.fileName())))
            throw new IllegalStateException(
                    directory.resolve(shard.fileName())
                            + " was written by another machine, but cannot be seen from here; choose a directory that all machines share");
    }

    /** Simulates a shard, or the rest of it, and saves it now and then. */
    private void fill(Manifest.Range range) {
        if (stopped()) return;
        List<Batch> rows = new ArrayList<>();
        Failures failures = Failures.NONE;
        Optional<Shard> known = known(range.from());
        if (known.isPresent()) {
            rows.addAll(new Store(directory, manifest).rows(known.get(), model));
            failures = known.get().failures();
        }
        long saved = System.nanoTime();
        int unsaved = 0;
        while (range.from() + rows.size() < range.to() && !stopped()) {
            Batch row = model.batch(seed, range.from() + rows.size(), 1);
            rows.add(row);
            failures = failures.plus(row.failures());
            unsaved++;
            tell();
            if (System.nanoTime() - saved < SAVE_NANOS) continue;
            note(Shard.write(model, seed, range.from(), rows, failures, directory));
            saved = System.nanoTime();
            unsaved = 0;
        }
        if (unsaved > 0) note(Shard.write(model, seed, range.from(), rows, failures, directory));
    }

    private synchronized Optional<Shard> known(long from) {
        return manifest.at(from);
    }

    private synchronized void tell() {
        progress.simulated(++done);
    }

    private synchronized void note(Shard shard) {
        manifest.at(shard.from())
                .filter(before -> before.to() != shard.to())
                .ifPresent(before -> replaced.add(directory.resolve(before.fileName())));
        manifest = manifest.with(shard);
        manifest.failures().requireMostlySuccessful();
        if (System.nanoTime() - noted >= NOTE_NANOS) note();
    }

    /** Writes the manifest, then removes files that longer ones have replaced. */
    private synchronized void note() {
        manifest.write(directory);
        noted = System.nanoTime();
        try {
            for (Path file : replaced) Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " cannot be written: " + WholeFile.reason(e), e);
        }
        replaced.clear();
    }
}
