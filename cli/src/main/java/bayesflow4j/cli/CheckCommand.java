package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.LossPoint;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Figure;
import bayesflow4j.report.ModelCheck;
import bayesflow4j.report.Report;
import bayesflow4j.report.TrainingFigures;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow check NETWORK}: whether to trust a network, by data sets whose parameters are known. */
@Command(
        name = "check",
        description = {
            "Simulates data sets, lets the network infer their parameters, and says whether to trust it.",
            "Written are report.html, metrics.json, truth.csv, draws.npz and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow check net.safetensors -o check",
            "  bayesflow check mine.safetensors --model model.yaml -o check    a model of your own"
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    /** Fewer data sets cannot tell a good network from a bad one. */
    private static final int LEAST_DATA_SETS = 20;

    @Mixin
    private NetworkArgument network;

    @Option(
            names = "--datasets",
            defaultValue = "300",
            paramLabel = "K",
            description = "simulated data sets; default: ${DEFAULT-VALUE}")
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
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "where the results go")
    private Path output;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "replace files that exist")
    private boolean force;

    @Option(names = "--json", description = "print the verdict as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        requireAtLeast("--datasets", dataSets, LEAST_DATA_SETS);
        requireAtLeast("--draws", draws, 20);
        OutputDirectory directory = OutputDirectory.at(output, force);
        AmortizedPosterior posterior = network.read();
        String name = posterior.provenance().model();
        try (ModelArgument.Opened opened = model.find(posterior)
                .orElseThrow(() -> new IllegalStateException("the model \"" + name
                        + "\" is not one of the ready ones; name its file: bayesflow check " + network.path()
                        + " --model model.yaml -o " + output))) {
            ModelCheck check = ModelCheck.of(
                    opened.model().withCount(posterior.count()), posterior::sample, dataSets, draws, new Seed(seed));
            Report report = report(check, posterior);
            directory.write(folder -> {
                report.write(folder);
                check.writeDraws(folder);
            });
            tell(report);
        }
        return 0;
    }

    private void requireAtLeast(String option, int value, int least) {
        if (value < least)
            throw new ParameterException(
                    spec.commandLine(), option + ": expected at least " + least + ", got " + value);
    }

    private Report report(ModelCheck check, AmortizedPosterior posterior) {
        return check.report("Check of " + network.path().getFileName() + " on data of "
                        + posterior.provenance().model())
                .with(losses(posterior))
                .withProvenance("network", network.path().toString())
                .withProvenance("trained", posterior.provenance().trained().toString())
                .withProvenance(
                        "training",
                        posterior.provenance().steps() + " steps, "
                                + posterior.provenance().simulations() + " simulations, seed "
                                + posterior.provenance().seed())
                .withProvenance("made by", "bayesflow4j " + Version.number());
    }

    /** Losses over the steps, as the network remembers them. */
    static Figure losses(AmortizedPosterior posterior) {
        List<LossPoint> history = posterior.provenance().history();
        return TrainingFigures.losses(List.of(
                new TrainingFigures.Losses(
                        "training", values(history, LossPoint::step), values(history, LossPoint::training)),
                new TrainingFigures.Losses(
                        "validation", values(history, LossPoint::step), values(history, LossPoint::validation))));
    }

    private static double[] values(List<LossPoint> history, ToDoubleFunction<LossPoint> value) {
        return history.stream().mapToDouble(value).toArray();
    }

    private void tell(Report report) {
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
