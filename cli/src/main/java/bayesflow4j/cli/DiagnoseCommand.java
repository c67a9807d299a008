package bayesflow4j.cli;

import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataFileException;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow diagnose}: tests posterior draws of any sampler against known parameters. */
@Command(
        name = "diagnose",
        description = {
            "Compares posterior draws with the true parameters of simulated data sets, and reports whether to trust them.",
            "TRUTH: CSV with a header of parameter names and one line per data set, in the order of the draws.",
            "DRAWS: CSV with the columns data_set, draw and the parameters, or NPZ with the array draws [K, L, D]."
        },
        footer = {"", "Example:", "  bayesflow diagnose --truth truth.csv --draws draws.csv -o diagnosis"},
        mixinStandardHelpOptions = true)
final class DiagnoseCommand implements Callable<Integer> {
    @Option(names = "--truth", required = true, paramLabel = "TRUTH", description = "true parameters, CSV")
    private Path truth;

    @Option(names = "--draws", required = true, paramLabel = "DRAWS", description = "posterior draws, CSV or NPZ")
    private Path draws;

    @Option(names = "--json", paramLabel = "FILE", description = "write all metrics to this file")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "write report.html, metrics.json and figures into this directory")
    private Optional<Path> output = Optional.empty();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        requireFree();
        Optional<WholeDirectory> directory =
                output.isPresent() ? Optional.of(WholeDirectory.at(output.orElseThrow(), force)) : Optional.empty();
        Recovery recovery = read();
        Contraction contraction = Contraction.empirical();
        if (directory.isPresent()) {
            Report report = Report.of("Posteriors in " + draws.getFileName(), recovery, contraction, new Seed(seed))
                    .withProvenance("truth", truth.toString())
                    .withProvenance("draws", draws.toString())
                    .withProvenance("seed", Long.toString(seed))
                    .withProvenance("made by", "bayesflow4j " + Provenance.libraryVersion());
            directory.orElseThrow().write(report::write);
            printResult(report.metrics().orElseThrow(), report.verdict().orElseThrow());
        } else {
            printResult(
                    Metrics.of(recovery, contraction, new Seed(seed)),
                    Verdict.of(recovery, contraction, new Seed(seed)));
        }
        return 0;
    }

    private void requireFree() {
        if (!force && json.isPresent() && Files.exists(json.orElseThrow()))
            throw new IllegalStateException(json.orElseThrow() + " exists; choose another name or add --force");
    }

    private Recovery read() {
        CsvTable table = CsvTable.read(truth);
        List<String> parameters = table.columns();
        List<Draws> all = DrawsFile.read(draws, parameters);
        if (all.size() != table.rows().size())
            throw new DataFileException(
                    draws,
                    "expected " + table.rows().size() + " data sets, one per line of " + truth + ", got " + all.size());
        return Recovery.of(parameters, table.rows().toArray(double[][]::new), all);
    }

    private void printResult(Metrics metrics, Verdict verdict) {
        json.ifPresent(file ->
                WholeFile.write(file, out -> out.write(metrics.json().getBytes(StandardCharsets.UTF_8))));
        PrintWriter out = spec.commandLine().getOut();
        out.print(VerdictText.of(metrics, verdict));
        output.ifPresent(folder -> out.println("\nReport: " + folder.resolve("report.html")));
        out.flush();
    }
}
