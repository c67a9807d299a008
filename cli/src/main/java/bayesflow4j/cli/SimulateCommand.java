package bayesflow4j.cli;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow simulate MODEL}: data sets and the parameters they were made with, in a file. */
@Command(
        name = "simulate",
        description = {
            "Simulates data sets of a model, for each new parameters from its prior.",
            "NPZ: theta [K, D], x [K, N, d], or x [rows, d] with offsets [K + 1] where N differs.",
            "CSV: a line per row with data_set, row and the columns; the parameters in NAME-theta.csv."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow simulate sir -n 1000 -o sir.npz",
            "  bayesflow simulate influenza -n 10 --seed 7 -o flu.csv"
        },
        mixinStandardHelpOptions = true)
final class SimulateCommand implements Runnable {
    @Mixin
    private ModelArgument argument;

    @Option(
            names = {"-n", "--data-sets"},
            required = true,
            paramLabel = "DATASETS",
            description = "how many data sets")
    private int dataSets;

    @Option(
            names = "--observations",
            paramLabel = "N",
            description = "rows or time points of each data set; otherwise drawn from the model's range for each")
    private Optional<Integer> observations = Optional.empty();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "ends in .npz or .csv")
    private Path file;

    @Option(names = "--force", description = "replace files that exist")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        if (dataSets < 1) throw wrong("-n: expected at least 1 data set, got " + dataSets);
        boolean npz = file.toString().endsWith(".npz");
        if (!npz && !file.toString().endsWith(".csv"))
            throw wrong("-o: expected a file that ends in .npz or .csv, got " + file);
        for (Path target : npz ? List.of(file) : List.of(file, thetaFile()))
            if (Files.exists(target) && !force)
                throw new IllegalStateException(target + " exists; choose another name or add --force");
        Path directory = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory))
            throw new IllegalStateException("the directory " + directory + " does not exist");

        try (ModelArgument.Opened opened = argument.open()) {
            simulate(withObservations(opened.model()), npz);
        }
    }

    private void simulate(GenerativeModel chosen, boolean npz) {
        Batch[] batches = IntStream.range(0, dataSets)
                .parallel()
                .mapToObj(k -> chosen.batch(new Seed(seed), k, 1))
                .toArray(Batch[]::new);
        Failures failures = Arrays.stream(batches).map(Batch::failures).reduce(Failures.NONE, Failures::plus);
        failures.requireMostlySuccessful();
        double[][] theta = Arrays.stream(batches).map(b -> b.theta()[0]).toArray(double[][]::new);
        DataSets sets = new DataSets(
                chosen.columns().stream().map(Column::name).toList(),
                Arrays.stream(batches).map(b -> b.observations(0)).toList());
        if (npz) writeNpz(theta, sets);
        else writeCsv(chosen, theta, sets);
        if (failures.count() > 0) spec.commandLine().getErr().println(failures.report());
        spec.commandLine()
                .getOut()
                .println(dataSets + " data sets of " + chosen.name() + " in " + file
                        + (npz ? "" : " and " + thetaFile()));
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

    private void writeNpz(double[][] theta, DataSets sets) {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        double[] flat = Arrays.stream(theta).flatMapToDouble(Arrays::stream).toArray();
        arrays.put("theta", new NpyArray.Doubles(flat, theta.length, theta[0].length));
        arrays.putAll(sets.toArrays());
        Npz.write(file, arrays);
    }

    private void writeCsv(GenerativeModel model, double[][] theta, DataSets sets) {
        List<String> names = new ArrayList<>(List.of("data_set"));
        model.prior().parameters().forEach(parameter -> names.add(parameter.name()));
        List<double[]> rows = new ArrayList<>();
        for (int k = 0; k < theta.length; k++) {
            double[] row = new double[theta[k].length + 1];
            row[0] = k;
            System.arraycopy(theta[k], 0, row, 1, theta[k].length);
            rows.add(row);
        }
        new CsvTable(names, rows).write(thetaFile());
        sets.writeCsv(file);
    }

    /** Beside {@code flu.csv} its parameters are in {@code flu-theta.csv}. */
    private Path thetaFile() {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.csv$", "-theta.csv"));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
