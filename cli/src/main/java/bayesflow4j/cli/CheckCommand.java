package bayesflow4j.cli;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.external.OpenModel;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow check NETWORK}: tests a network on data sets with known parameters. */
@Command(
        name = "check",
        description = {
            "Simulates data sets, infers their parameters with the network, and reports whether to trust it.",
            "Writes report.html, metrics.json, truth.csv, draws.npz and figures, and keeps the verdict in the",
            "network's file, where infer and info find it."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow check net.safetensors -o check",
            "  bayesflow check net.safetensors --model model.yaml -o check   your own model"
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    /** With fewer data sets, a good network cannot be told from a bad one. */
    private static final int LEAST_DATA_SETS = 20;

    /** With fewer, a regression learns nothing. */
    private static final int LEAST_PROBE = 50;

    @Mixin
    private NetworkArgument network;

    @Option(
            names = "--datasets",
            defaultValue = "300",
            paramLabel = "K",
            description = "number of simulated data sets; default: ${DEFAULT-VALUE}")
    private int dataSets;

    @Option(
            names = "--draws",
            defaultValue = "1000",
            paramLabel = "L",
            description = "draws per data set; default: ${DEFAULT-VALUE}")
    private int draws;

    @Option(
            names = "--probe",
            defaultValue = "1000",
            paramLabel = "K",
            description = {
                "number of further data sets for the probe whether sharper posteriors are possible;",
                "0 for no probe; default: ${DEFAULT-VALUE}"
            })
    private int probe;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "directory for the results")
    private Path output;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Option(names = "--json", description = "print the verdict as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        requireAtLeast("--datasets", dataSets, LEAST_DATA_SETS);
        requireAtLeast("--draws", draws, 20);
        if (probe != 0) requireAtLeast("--probe", probe, LEAST_PROBE);
        WholeDirectory directory = WholeDirectory.at(output, force);
        Estimator estimator = network.read();
        String name = estimator.provenance().model();
        try (OpenModel opened = model.find(estimator)
                .orElseThrow(() -> new IllegalStateException("the model \"" + name
                        + "\" is not built in; name its file: bayesflow check " + network.path()
                        + " --model model.yaml -o " + output))) {
            network.requirePrior(opened.model().prior());
            ObservationCount count = estimator.schema().count();
            GenerativeModel model = count.includes(opened.model().count())
                    ? opened.model()
                    : opened.model().withCount(count);
            Derived derived = network.derived(estimator, Optional.of(opened));
            ModelCheck check = ModelCheck.of(model, estimator, derived, dataSets, draws, new Seed(seed));
            String title = "Check of " + network.path().getFileName() + " on data of " + name;
            Optional<Sharpness> sharpness =
                    probe == 0 ? Optional.empty() : Optional.of(check.sharpness(estimator, probe));
            Report report = sharpness
                    .map(sharp -> CheckReport.of(title, check, estimator.provenance(), sharp))
                    .orElseGet(() -> CheckReport.of(title, check, estimator.provenance()))
                    .withProvenance("network", network.path().toString());
            directory.write(folder -> {
                report.write(folder);
                check.writeDraws(folder);
            });
            store(CheckRecord.of(check, sharpness.map(Sharpness::sentence).orElse(""), Instant.now()));
            printResult(report, sharpness);
        }
        return 0;
    }

    /** A verdict that cannot be kept is still a verdict. */
    private void store(CheckRecord record) {
        try {
            record.store(network.path());
        } catch (IOException | UncheckedIOException e) {
            spec.commandLine()
                    .getErr()
                    .println("note: the verdict could not be kept in " + network.path() + ": " + e.getMessage());
        }
    }

    private void requireAtLeast(String option, int value, int least) {
        if (value < least)
            throw new ParameterException(
                    spec.commandLine(), option + ": expected at least " + least + ", got " + value);
    }

    private void printResult(Report report, Optional<Sharpness> sharpness) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(VerdictText.json(report.verdict().orElseThrow(), sharpness));
        } else {
            out.print(VerdictText.of(
                    report.metrics().orElseThrow(), report.verdict().orElseThrow()));
            report.notices().forEach(notice -> out.println(notice.text()));
            out.println("\nReport: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
