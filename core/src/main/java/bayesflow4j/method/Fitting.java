package bayesflow4j.method;

import bayesflow4j.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The circumstances of a fit, for any method.
 *
 * @param settings changes to the method's defaults, by section as in a model file
 * @param budget when to end; empty for the budget in the settings
 * @param seed of all random numbers
 * @param threads the number of threads to use
 * @param table stored simulations to fit to instead of new ones
 * @param checkpointing where and how often to save the state of the fit
 * @param listener receives events during the fit
 * @param stop polled during the fit; once true, the state is saved and the fit ends with a {@link TrainingStopped}
 */
public record Fitting(
        Map<String, Object> settings,
        Optional<Budget> budget,
        Seed seed,
        int threads,
        Optional<SimulationTable> table,
        Optional<Checkpointing> checkpointing,
        TrainingListener listener,
        BooleanSupplier stop) {

    /** The method's default settings, seed 1, all cores, no listener. */
    public static final Fitting DEFAULT = new Fitting(
            Map.of(),
            Optional.empty(),
            new Seed(1),
            Runtime.getRuntime().availableProcessors(),
            Optional.empty(),
            Optional.empty(),
            TrainingListener.SILENT,
            () -> false);

    /** Copies the settings and refuses fewer than one thread. */
    public Fitting {
        settings = Map.copyOf(settings);
        if (threads < 1) throw new IllegalArgumentException("threads: expected at least 1, got " + threads);
    }

    /**
     * Where and how often the state of a fit is saved.
     *
     * @param path of the file
     * @param interval the time between two saves
     * @param resume whether to continue from the file if it exists
     */
    public record Checkpointing(Path path, Duration interval, boolean resume) {
        /** The same for one of several networks that are trained side by side, in a file beside this one. */
        public Checkpointing part(int member) {
            return part("member-" + member);
        }

        /** The same for a part of the fit, in a file beside this one. */
        public Checkpointing part(String name) {
            return new Checkpointing(path.resolveSibling(path.getFileName() + "." + name), interval, resume);
        }

        /** Whether the file or that of some part exists. */
        public boolean exists() {
            return !files().isEmpty();
        }

        /** Deletes the file and those of all parts. */
        public void delete() {
            for (Path file : files())
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(file + " cannot be deleted: " + e.getMessage(), e);
                }
        }

        private List<Path> files() {
            Path directory = path.toAbsolutePath().getParent();
            String name = path.getFileName().toString();
            if (!Files.isDirectory(directory)) return List.of();
            try (Stream<Path> beside = Files.list(directory)) {
                return beside.filter(Files::isRegularFile)
                        .filter(file -> {
                            String other = file.getFileName().toString();
                            return other.equals(name) || other.startsWith(name + ".") && !other.endsWith(".tmp");
                        })
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(directory + " cannot be listed: " + e.getMessage(), e);
            }
        }
    }

    /** The same with these settings. */
    public Fitting withSettings(Map<String, Object> settings) {
        return new Fitting(settings, budget, seed, threads, table, checkpointing, listener, stop);
    }

    /** The same with this budget. */
    public Fitting withBudget(Budget budget) {
        return new Fitting(settings, Optional.of(budget), seed, threads, table, checkpointing, listener, stop);
    }

    /** The same with this seed. */
    public Fitting withSeed(Seed seed) {
        return new Fitting(settings, budget, seed, threads, table, checkpointing, listener, stop);
    }

    /** The same on this many threads. */
    public Fitting withThreads(int threads) {
        return new Fitting(settings, budget, seed, threads, table, checkpointing, listener, stop);
    }

    /** The same on stored simulations. */
    public Fitting withTable(SimulationTable table) {
        return new Fitting(settings, budget, seed, threads, Optional.of(table), checkpointing, listener, stop);
    }

    /** The same with its state saved. */
    public Fitting withCheckpointing(Checkpointing checkpointing) {
        return new Fitting(settings, budget, seed, threads, table, Optional.of(checkpointing), listener, stop);
    }

    /** The same with this listener. */
    public Fitting withListener(TrainingListener listener) {
        return new Fitting(settings, budget, seed, threads, table, checkpointing, listener, stop);
    }

    /** The same with this condition for stopping early. */
    public Fitting withStop(BooleanSupplier stop) {
        return new Fitting(settings, budget, seed, threads, table, checkpointing, listener, stop);
    }
}
