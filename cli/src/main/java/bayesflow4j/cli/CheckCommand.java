package bayesflow4j.cli;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.external.OpenModel;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.Report;
import bayesflow4j.training.HeldOut;
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
            "With --table, the data sets are those of the training table that were held out.",
            "Writes report.html, metrics.json, truth.csv, draws.npz and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow check net.safetensors -o check",
            "  bayesflow check net.safetensors --model model.yaml -o check   your own model",
            "  bayesflow check net.safetensors --model model.yaml --table sims.npz -o check"
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    /** With fewer data sets, a good network cannot be told from a bad one. */
    private static final int LEAST_DATA_SETS = 20;

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

    @Mixin
    private NetworkArgument.ModelOption model;

    @Option(
            names = "--table",
            paramLabel = "SIMS",
            description = "instead of simulating, use those simulations of the training table that were held out")
    private Optional<Path> table = Optional.empty();

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
        WholeDirectory directory = WholeDirectory.at(output, force);
        Estimator estimator = network.read();
        String name = estimator.provenance().model();
        try (OpenModel opened = model.find(estimator)
                .orElseThrow(() -> new IllegalStateException("the model \"" + name
                        + "\" is not built in; name its file: bayesflow check " + network.path()
                        + " --model model.yaml -o " + output))) {
            ModelCheck check = check(opened.model(), estimator);
            String title = "Check of " + network.path().getFileName() + " on data of " + name;
            Report report = CheckReport.of(title, check, estimator.provenance())
                    .withProvenance("network", network.path().toString());
            if (table.isPresent()) report = report.withProvenance("data sets", heldOutSentence(check));
            Report written = report;
            directory.write(folder -> {
                written.write(folder);
                check.writeDraws(folder);
            });
            printResult(report, check);
        }
        return 0;
    }

    private ModelCheck check(GenerativeModel model, Estimator estimator) {
        ObservationCount count = estimator.schema().count();
        GenerativeModel tested = count.includes(model.count()) ? model : model.withCount(count);
        if (table.isEmpty()) return ModelCheck.of(tested, estimator, dataSets, draws, new Seed(seed));
        HeldOut held =
                heldOut(estimator, SimulationTable.read(table.get(), model)).first(dataSets);
        if (held.table().size() < LEAST_DATA_SETS)
            throw new IllegalStateException("expected at least " + LEAST_DATA_SETS
                    + " simulations that were held out, got " + held.table().size());
        return ModelCheck.ofStored(tested, held.table(), held.estimators(), draws, new Seed(seed));
    }

    private HeldOut heldOut(Estimator estimator, SimulationTable read) {
        try {
            return HeldOut.of(estimator, read);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("--table " + table.orElseThrow() + ": " + e.getMessage(), e);
        }
    }

    private String heldOutSentence(ModelCheck check) {
        return check.observed().size() + " simulations of " + table.orElseThrow()
                + " that no weights were fitted to; they decided when training ended";
    }

    private void requireAtLeast(String option, int value, int least) {
        if (value < least)
            throw new ParameterException(
                    spec.commandLine(), option + ": expected at least " + least + ", got " + value);
    }

    private void printResult(Report report, ModelCheck check) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(VerdictText.json(report.verdict().orElseThrow(), check.disagreement()));
        } else {
            if (table.isPresent()) out.println("Tested on " + heldOutSentence(check) + ".");
            out.print(VerdictText.of(
                    report.metrics().orElseThrow(), report.verdict().orElseThrow(), check.disagreement()));
            out.println("\nReport: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
