package bayesflow4j.method;

import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Simulations 0, 1, … of one round in a file that grows while they are made, so that none that it has is made again. Simulation
 * i depends on i alone, not on threads or on interruptions. They are stored in their order: one that is done waits in memory for
 * those before it.
 */
public final class SimulationStore {
    /** Between two saves, also while simulations take longer. A stop saves all that is done. */
    private static final long SAVE_NANOS = 2_000_000_000L;

    private static final String FAILED = "failed";

    private final Optional<Path> file;
    private final GenerativeModel model;
    private final List<double[]> theta = new ArrayList<>();
    private final List<Observations> x = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private final int found;
    private Failures failures = Failures.NONE;
    private long saved = System.nanoTime();
    private int savedSize;

    /** The simulations of a model that the file has; they grow in memory if there is no file. */
    public SimulationStore(Optional<Path> file, GenerativeModel model) {
        this.file = file;
        this.model = model;
        file.filter(Files::exists).ifPresent(path -> {
            SimulationTable table = StoredSimulations.read(path, model).table();
            theta.addAll(table.theta());
            x.addAll(table.x());
            for (double count : Npz.read(path).get(FAILED).toDoubles()) {
                failed.add((long) count);
                failures = failures.plus(new Failures((long) count, (long) count + 1, List.of()));
            }
        });
        found = theta.size();
        savedSize = found;
    }

    /**
     * The first {@code count} simulations.
     *
     * @param simulation makes a batch of one, for each i that the file lacks
     * @param threads that simulate at once
     * @param done is told how many there are
     * @param stop polled meanwhile; once true, all is saved and a {@link TrainingStopped} is thrown
     */
    public SimulationTable upTo(
            int count, IntFunction<Batch> simulation, int threads, IntConsumer done, BooleanSupplier stop) {
        ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().factory());
        try {
            Deque<Future<Batch>> running = new ArrayDeque<>();
            while (theta.size() < count) {
                // After a stop nothing new begins, and what has begun is kept.
                while (theta.size() + running.size() < count && running.size() < 2 * threads && !stop.getAsBoolean()) {
                    int index = theta.size() + running.size();
                    running.add(pool.submit(() -> simulation.apply(index)));
                }
                if (running.isEmpty()) {
                    save();
                    throw new TrainingStopped(theta.size());
                }
                add(waitedFor(running.removeFirst()));
                done.accept(theta.size());
                if (System.nanoTime() - saved >= SAVE_NANOS) save();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            save();
            throw new IllegalStateException("interrupted while simulating", e);
        } catch (ExecutionException e) {
            save();
            if (e.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
        save();
        return new SimulationTable(theta.subList(0, count), x.subList(0, count));
    }

    /** The next simulation; what is done is saved meanwhile. */
    private Batch waitedFor(Future<Batch> next) throws InterruptedException, ExecutionException {
        while (true) {
            try {
                return next.get(Math.max(1, saved + SAVE_NANOS - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                save();
            }
        }
    }

    private void add(Batch batch) {
        theta.add(batch.theta()[0]);
        x.add(batch.observations(0));
        failed.add(batch.failures().count());
        failures = failures.plus(batch.failures());
        failures.requireMostlySuccessful();
    }

    private void save() {
        saved = System.nanoTime();
        if (file.isEmpty() || theta.isEmpty() || theta.size() == savedSize) return;
        savedSize = theta.size();
        var arrays = new SimulationTable(theta, x).arrays(model);
        arrays.put(FAILED, new NpyArray.Longs(failed.stream().mapToLong(f -> f).toArray(), failed.size()));
        Npz.write(file.get(), arrays);
    }

    /** How many simulations the file had from before. */
    public int found() {
        return found;
    }

    /** The failed attempts of all simulations. */
    public Failures failures() {
        return failures;
    }
}
