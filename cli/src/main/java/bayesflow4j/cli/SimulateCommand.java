package bayesflow4j.cli;

import bayesflow4j.cluster.Cluster;
import bayesflow4j.data.CsvTable;
import bayesflow4j.data.WholeFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow simulate MODEL}: writes simulated data sets and their parameters to a file. */
@Command(
        name = "simulate",
        description = {
            "Simulates data sets of a model, each with parameters drawn from the prior or, with --at, given.",
            "NPZ: theta [K, D], x [K, N, d], or x [rows, d] with offsets [K + 1] if N varies.",
            "CSV: one line per row with data_set, row and the columns; parameters go to NAME-theta.csv.",
            "Any other name is a store: a directory of Parquet files for more data sets than memory holds,",
            "which the same command continues after an interruption, and extends with a larger -n."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow simulate sir -n 1000 -o sir.npz",
            "  bayesflow simulate influenza -n 10 --seed 7 -o flu.csv",
            "  bayesflow simulate influenza --at theta.csv -o flu.csv",
            "  bayesflow simulate sir -n 1000000 -o sir-store",
            "  bayesflow simulate model.yaml -n 10000000 --spark spark://host:7077 -o /shared/store"
        },
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Callable<Integer> {
    @Mixin
    private ModelArgument argument;

    @Option(
            names = {"-n", "--data-sets"},
            paramLabel = "DATASETS",
            description = "number of data sets; with --at, of each row, by default 1")
    private Optional<Integer> dataSets = Optional.empty();

    @Option(
            names = "--at",
            paramLabel = "THETA",
            description = "simulate at the parameters in the rows of this CSV file instead of drawing them")
    private Optional<Path> at = Optional.empty();

    @Option(
            names = "--observations",
            paramLabel = "N",
            description = "rows or time points per data set; default: drawn from the model's range")
    private Optional<Integer> observations = Optional.empty();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "output file, .npz or .csv, or the directory of a store")
    private Path file;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "number of threads that fill a store, which does not affect the result; default: all cores")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin
    private ClusterOption spark;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (dataSets.isEmpty() && at.isEmpty()) throw wrong("Missing required option: '--data-sets=DATASETS'");
        if (dataSets.orElse(1) < 1) throw wrong("-n: expected at least 1 data set, got " + dataSets.get());
        if (threads < 1) throw wrong("--threads: expected at least 1, got " + threads);
        boolean npz = file.toString().endsWith(".npz");
        if (!npz && !file.toString().endsWith(".csv")) return store();
        if (spark.chosen()) throw wrong("--spark: expected the directory of a store, got " + file);
        for (Path target : npz ? List.of(file) : List.of(file, thetaFile())) {
            if (Files.exists(target) && !force)
                throw new IllegalStateException(target + " exists; choose another name or add --force");
            WholeFile.requireWritable(target);
        }

        try (OpenModel opened = argument.open()) {
            simulate(withObservations(opened.model()), npz);
        }
        return 0;
    }

    private int store() {
        if (at.isPresent()) throw wrong("--at: expected an output file .npz or .csv, got " + file);
        if (force) throw wrong("--force: a store is continued and never overwritten; remove " + file + " yourself");
        int rows = dataSets.orElseThrow();
        Seed first = new Seed(seed);
        SupervisedStore store = new SupervisedStore(spec.commandLine(), file);
        try (OpenModel opened = argument.open()) {
            GenerativeModel model = withObservations(opened.model());
            if (!spark.chosen())
                return store.fill(
                        model, first, rows, (simulation, progress) -> simulation.fill(rows, threads, progress));
            Path place = file.toAbsolutePath();
            return store.fill(model, first, rows, (simulation, progress) -> {
                try (Cluster cluster = spark.connect()) {
                    return simulation.fill(
                            rows, cluster.writers(argument.nameOrFile(), model.count(), first, place), progress);
                }
            });
        }
    }

    private void simulate(GenerativeModel chosen, boolean npz) {
        List<Batch> batches = at.isPresent()
                ? batchesAt(chosen, at.get())
                : chosen.batches(new Seed(seed), dataSets.orElseThrow(), 1);
        SimulationTable simulated = SimulationTable.of(batches);
        if (npz) simulated.writeNpz(file, chosen);
        else simulated.writeCsv(file, thetaFile(), chosen);
        Failures failures = Failures.of(batches);
        if (failures.count() > 0) spec.commandLine().getErr().println(failures.report());
        spec.commandLine()
                .getOut()
                .println(batches.size() + (batches.size() == 1 ? " data set of " : " data sets of ") + chosen.name()
                        + " in " + file + (npz ? "" : " and " + thetaFile()));
    }

    private List<Batch> batchesAt(GenerativeModel model, Path path) {
        List<String> names = model.prior().names();
        CsvTable table = CsvTable.read(path, names);
        int repeats = dataSets.orElse(1);
        Seed own = new Seed(seed).child("at");
        return IntStream.range(0, table.rows().size() * repeats)
                .parallel()
                .mapToObj(k -> {
                    double[] row = table.rows().get(k / repeats);
                    double[] theta = names.stream()
                            .mapToDouble(name -> row[table.indexOf(name)])
                            .toArray();
                    return model.at(theta).batch(own, k, 1);
                })
                .toList();
    }

    private GenerativeModel withObservations(GenerativeModel model) {
        if (observations.isEmpty()) return model;
        if (observations.get() < 1) throw wrong("--observations: expected at least 1, got " + observations.get());
        try {
            return model.withCount(observations.get());
        } catch (IllegalArgumentException e) {
            throw wrong("--observations: " + e.getMessage());
        }
    }

    /** The parameters of {@code flu.csv} are in {@code flu-theta.csv}. */
    private Path thetaFile() {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.csv$", "-theta.csv"));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
