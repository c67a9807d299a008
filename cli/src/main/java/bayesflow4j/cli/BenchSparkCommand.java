package bayesflow4j.cli;

import bayesflow4j.catalog.Models;
import bayesflow4j.check.Trials;
import bayesflow4j.cluster.Cluster;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.store.Manifest;
import bayesflow4j.store.Shard;
import bayesflow4j.store.Store;
import bayesflow4j.store.StoreSimulation;
import bayesflow4j.training.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench spark}: measures what Spark costs beside the threads of this machine. */
@Command(
        name = "spark",
        description = {
            "Measures simulation and inference on Apache Spark beside the threads of this process, by turns:",
            "start-up, time relative to threads, rows per second, bytes per data set, overhead per task.",
            "Takes about 15 times --seconds; run nothing else meanwhile."
        },
        mixinStandardHelpOptions = true)
final class BenchSparkCommand implements Callable<Integer> {
    private static final int DRAWS = 1000;
    private static final int ROUNDS = 3;
    private static final int CALIBRATION = 2000;
    private static final int SMALL_TASKS = 512;
    private static final Seed SEED = new Seed(1);

    @Option(
            names = "--spark",
            split = ";",
            paramLabel = "URL",
            description = "clusters to compare, separated by semicolons; default: local[1];local[N] for N cores")
    private List<String> masters =
            List.of("local[1]", "local[" + Runtime.getRuntime().availableProcessors() + "]");

    @Option(
            names = "--seconds",
            defaultValue = "30",
            paramLabel = "S",
            description = "work of one turn; default: ${DEFAULT-VALUE}")
    private double seconds;

    @Option(
            names = "--model",
            defaultValue = "lfm",
            paramLabel = "MODEL",
            description = "a built-in model; default: ${DEFAULT-VALUE}")
    private String name;

    @Spec
    private CommandSpec spec;

    private GenerativeModel model;

    @Override
    public Integer call() throws IOException {
        model = Models.named(name);
        Path folder = Files.createTempDirectory("bayesflow-bench-");
        try {
            Path network = folder.resolve("net.safetensors");
            Estimator estimator = Trainer.of(model).withSteps(50).withSeed(SEED).train();
            EstimatorFile.write(estimator, network);
            Trials threads = Trials.of(model, estimator);
            int rows = calibrated(n -> fillOnce(folder.resolve("calibration"), n));
            int sets = calibrated(n -> timed(() -> threads.run(round(n))));
            for (String master : masters) compare(master, folder, network, threads, rows, sets);
            return 0;
        } finally {
            remove(folder);
        }
    }

    private Trials.Round round(int sets) {
        return new Trials.Round(model.count(), sets, DRAWS, SEED);
    }

    /** How much work takes about the seconds of a turn; the second trial is long enough for compiled code. */
    private int calibrated(ToDoubleFunction<Integer> work) {
        work.applyAsDouble(CALIBRATION);
        int tenth = scaled(CALIBRATION, work, seconds / 10);
        return scaled(tenth, work, seconds);
    }

    private static int scaled(int trial, ToDoubleFunction<Integer> work, double target) {
        return (int) Math.max(CALIBRATION, trial * target / work.applyAsDouble(trial));
    }

    private void compare(String master, Path folder, Path network, Trials threads, int rows, int sets) {
        PrintWriter out = spec.commandLine().getOut();
        double begun = System.nanoTime();
        try (Cluster cluster = Cluster.connect(master)) {
            Trials trials = cluster.trials(name, network);
            trials.run(round(1));
            double startUp = (System.nanoTime() - begun) / 1e9;
            double small = timed(() -> trials.run(new Trials.Round(model.count(), SMALL_TASKS, 1, SEED)));
            double[][] simulated = new double[2][ROUNDS];
            double[][] inferred = new double[2][ROUNDS];
            long bytes = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Path store = folder.resolve("store");
                // By turns in changing order: whoever comes second waits for the disk to take what the first wrote.
                for (int turn : round % 2 == 0 ? new int[] {0, 1} : new int[] {1, 0}) {
                    simulated[turn][round] = turn == 0 ? fillAtHome(store, rows) : fill(cluster, store, rows);
                    bytes = Store.open(store).manifest().shards().stream()
                            .mapToLong(Shard::bytes)
                            .sum();
                    remove(store);
                    Trials own = turn == 0 ? threads : trials;
                    inferred[turn][round] = timed(() -> own.run(round(sets)));
                }
            }
            out.printf(Locale.ROOT, "%s%n  start-up to the first result: %.1f s%n", master, startUp);
            line(out, "simulate " + name, rows, simulated);
            line(out, "infer, " + DRAWS + " draws", sets, inferred);
            out.printf(Locale.ROOT, "  bytes per data set: %.0f%n", (double) bytes / rows);
            out.printf(Locale.ROOT, "  a job of %d data sets with one draw: %.2f s%n", SMALL_TASKS, small);
            out.flush();
        }
    }

    private static void line(PrintWriter out, String what, int count, double[][] times) {
        double home = median(times[0]);
        double spark = median(times[1]);
        out.printf(
                Locale.ROOT,
                "  %-22s threads %6.1f s, Spark %6.1f s, ratio %.2f; %.0f data sets/s%n",
                what,
                home,
                spark,
                spark / home,
                count / spark);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private double fillOnce(Path directory, int rows) {
        double time = fillAtHome(directory, rows);
        remove(directory);
        return time;
    }

    private double fillAtHome(Path directory, int rows) {
        StoreSimulation store = store(directory, rows);
        int threads = Runtime.getRuntime().availableProcessors();
        return timed(() -> store.fill(rows, threads, done -> {}));
    }

    private double fill(Cluster cluster, Path directory, int rows) {
        StoreSimulation store = store(directory, rows);
        StoreSimulation.Writers writers = cluster.writers(name, model.count(), SEED, directory);
        return timed(() -> store.fill(rows, writers, done -> {}));
    }

    private StoreSimulation store(Path directory, int rows) {
        Manifest begun = Store.begin(directory, model, SEED, (long) rows);
        return new StoreSimulation(model, SEED, directory, begun, () -> false);
    }

    private static double timed(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void remove(Path directory) {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.forEach(all::add);
            for (Path file : all.reversed()) Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
