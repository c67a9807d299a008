package bayesflow4j.cli;

import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import bayesflow4j.store.Manifest;
import bayesflow4j.store.Store;
import bayesflow4j.store.StoreSimulation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;

/** A store that is filled under the eyes of a user: progress is printed, and Ctrl-C leaves what is done. */
record SupervisedStore(CommandLine line, Path directory) {
    private static final long TELL_EVERY_NANOS = 200_000_000L;

    /** What fills it: threads, or a cluster. */
    @FunctionalInterface
    interface Filling {
        /** Simulates what is missing. */
        Manifest fill(StoreSimulation simulation, StoreSimulation.Progress progress);
    }

    /** The exit code. */
    int fill(GenerativeModel model, Seed seed, int rows, Filling filling) {
        PrintWriter err = line.getErr();
        Manifest begun = Store.begin(directory, model, seed, (long) rows);
        try (Interruption interruption = new Interruption()) {
            StoreSimulation simulation = new StoreSimulation(model, seed, directory, begun, interruption::requested);
            int damaged = simulation.examine(rows);
            if (damaged > 0)
                err.println("note: " + damaged + " of " + begun.shards().size() + " shards in " + directory
                        + " are missing or damaged and will be simulated again");
            simulation.requireSameSimulator();
            long there = simulation.manifest().rows();
            try {
                filling.fill(simulation, progress(err, rows - Math.min(rows, there)));
            } catch (RuntimeException e) {
                // A cluster ends its work with an exception.
                if (!interruption.requested()) throw e;
            }
            Manifest filled = simulation.manifest();
            if (filled.failures().count() > 0) err.println(filled.failures().report());
            if (interruption.requested() && filled.rows() < rows) {
                err.println("Stopped; " + filled.rows() + " data sets are in " + directory
                        + ". To continue, run the same command again.");
                return TrainCommand.INTERRUPTED;
            }
            line.getOut().println(sentence(model, filled, there));
            return 0;
        }
    }

    private StoreSimulation.Progress progress(PrintWriter err, long total) {
        TrainingProgress shown = new TrainingProgress(err, TrainingProgress.isTerminal());
        long[] next = {0};
        return done -> {
            if (done < total && System.nanoTime() < next[0]) return;
            next[0] = System.nanoTime() + TELL_EVERY_NANOS;
            shown.on(new TrainingEvent.Working("data sets", done, total));
            if (done == total) shown.clear();
        };
    }

    private String sentence(GenerativeModel model, Manifest filled, long there) {
        long bytes = filled.shards().stream().mapToLong(shard -> shard.bytes()).sum();
        return filled.rows() + (filled.rows() == 1 ? " data set of " : " data sets of ") + model.name() + " in "
                + directory
                + String.format(
                        Locale.ROOT, " (%d files, %.1f MB", filled.shards().size(), bytes / 1e6)
                + (there > 0 ? ", " + there + " of them from before)" : ")");
    }
}
