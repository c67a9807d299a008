package bayesflow4j.cli;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.external.OpenModel;
import bayesflow4j.hypotheses.ComparisonCheck;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.ComparisonReport;
import bayesflow4j.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
            "Writes report.html, metrics.json, truth.csv, draws.npz and figures; for a comparison of models",
            "report.html, check.json, probabilities.csv and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow check net.safetensors -o check",
            "  bayesflow check net.safetensors --model model.yaml -o check   your own model",
            "  bayesflow check comparison.safetensors --model a.yaml --model b.yaml -o check"
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    /** With fewer data sets, a good network cannot be told from a bad one. */
    private static final int LEAST_DATA_SETS = 20;

    private static final int DATA_SETS = 300;

    /** Each tells less than where parameters are inferred: which of a few models made it. */
    private static final int COMPARED_DATA_SETS = 1000;

    @Mixin
    private NetworkArgument network;

    @Option(
            names = "--datasets",
            paramLabel = "K",
            description = "number of simulated data sets; default: 300, for a comparison 1000")
    private Optional<Integer> dataSets = Optional.empty();

    @Option(
            names = "--draws",
            defaultValue = "1000",
            paramLabel = "L",
            description = "draws per data set; default: ${DEFAULT-VALUE}")
    private int draws;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Mixin
    private ComparisonArgument compared;

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
        dataSets.ifPresent(count -> requireAtLeast("--datasets", count, LEAST_DATA_SETS));
        requireAtLeast("--draws", draws, 20);
        WholeDirectory directory = WholeDirectory.at(output, force);
        Estimator estimator = network.read();
        if (estimator instanceof ModelComparison comparison) {
            check(compared.weighted(comparison), directory);
            return 0;
        }
        compared.requireUnused();
        String name = estimator.provenance().model();
        try (OpenModel opened = model.find(estimator)
                .orElseThrow(() -> new IllegalStateException("the model \"" + name
                        + "\" is not built in; name its file: bayesflow check " + network.path()
                        + " --model model.yaml -o " + output))) {
            ObservationCount count = estimator.schema().count();
            GenerativeModel model = count.includes(opened.model().count())
                    ? opened.model()
                    : opened.model().withCount(count);
            ModelCheck check = ModelCheck.of(model, estimator, dataSets.orElse(DATA_SETS), draws, new Seed(seed));
            String title = "Check of " + network.path().getFileName() + " on data of " + name;
            Report report = CheckReport.of(title, check, estimator.provenance())
                    .withProvenance("network", network.path().toString());
            directory.write(folder -> {
                report.write(folder);
                check.writeDraws(folder);
            });
            printResult(report);
        }
        return 0;
    }

    private void check(ModelComparison comparison, WholeDirectory directory) throws IOException {
        try (OpenModels opened = model.find(comparison)
                .orElseThrow(() -> new IllegalStateException("the models are not all built in; name each of "
                        + String.join(", ", comparison.models()) + " with --model"))) {
            Hypotheses hypotheses = compared.hypotheses(opened, comparison);
            ComparisonCheck check =
                    ComparisonCheck.of(hypotheses, comparison, dataSets.orElse(COMPARED_DATA_SETS), new Seed(seed));
            Report report = ComparisonReport.of(
                            "Check of " + network.path().getFileName(), check, comparison.provenance())
                    .withProvenance("comparison", network.path().toString());
            directory.write(folder -> {
                report.write(folder);
                check.writeProbabilities(folder);
                check.writeJson(folder);
            });
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? check.json() + "\n" : ComparisonText.of(check));
            if (!json) out.println("\nReport: " + output.resolve("report.html"));
            out.flush();
        }
    }

    private void requireAtLeast(String option, int value, int least) {
        if (value < least)
            throw new ParameterException(
                    spec.commandLine(), option + ": expected at least " + least + ", got " + value);
    }

    private void printResult(Report report) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(VerdictText.json(report.verdict().orElseThrow()));
        } else {
            out.print(VerdictText.of(
                    report.metrics().orElseThrow(), report.verdict().orElseThrow()));
            out.println("\nReport: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
