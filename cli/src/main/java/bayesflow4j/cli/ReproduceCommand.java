package bayesflow4j.cli;

import bayesflow4j.data.WholeFile;
import bayesflow4j.experiments.Circumstances;
import bayesflow4j.experiments.Effort;
import bayesflow4j.experiments.Experiment;
import bayesflow4j.experiments.Experiments;
import bayesflow4j.experiments.Overview;
import bayesflow4j.experiments.Reproduction;
import bayesflow4j.experiments.Results;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.posterior.Provenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow reproduce EXPERIMENT}: runs an experiment of the paper and compares its numbers with ours. */
@Command(
        name = "reproduce",
        description = {
            "Trains and tests the networks of an experiment of the paper, and compares the paper's numbers with ours.",
            "Writes results.json, results.md, report.html, figures, and the networks for infer and check.",
            "After an interruption, the same command continues where it stopped."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow reproduce sir --budget smoke -o sir      a minute or two",
            "  bayesflow reproduce sir -o sir                     up to 30 min per network",
            "  bayesflow reproduce all --budget paper -o paper    authors' settings: days"
        },
        mixinStandardHelpOptions = true)
final class ReproduceCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = {
                "mvn, gmm, regression, ricker, lfm, sir, lotka-volterra, or all of these; by name alone also",
                "ricker:as-run (the other methods of Table 1 with the mistakes of the authors' runs) and",
                "lotka-volterra:prior=log-uniform (the prior of the authors' code)"
            })
    private String name;

    @Option(
            names = "--budget",
            defaultValue = "cpu",
            paramLabel = "B",
            description = "smoke (shows that it works), cpu or paper; default: ${DEFAULT-VALUE}")
    private Effort effort;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "directory for the results; with all, it has a folder for each experiment")
    private Path output;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(output) && !Files.isDirectory(output))
            throw new IllegalStateException(output + " is a file; expected a directory");
        try (Interruption interruption = new Interruption()) {
            if (!name.equals(ALL)) return run(experiment(), output, interruption);
            for (Experiment experiment : Experiments.all()) {
                int code = run(experiment, output.resolve(experiment.folder()), interruption);
                if (code != 0) return code;
            }
            Path page = output.resolve("README.md");
            String text = Overview.markdown(output, Experiments.withVariants());
            WholeFile.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
            print("Overview: " + page);
            return 0;
        }
    }

    private Experiment experiment() {
        try {
            return Experiments.named(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private int run(Experiment experiment, Path folder, Interruption interruption) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        TrainingProgress progress = new TrainingProgress(err, TrainingProgress.isTerminal());
        Reproduction reproduction = new Reproduction(
                experiment,
                effort,
                seed,
                folder,
                new Circumstances(
                        command(), System.getProperty("bayesflow.commit", "unknown"), Provenance.libraryVersion()),
                event -> {
                    if (!quiet) progress.on(event);
                },
                interruption::requested);
        if (reproduction.isDone()) {
            print(experiment.name() + ": already done, see " + folder.resolve("report.html"));
            return 0;
        }
        if (!quiet) err.println(experiment.title());
        try {
            print(reproduction.run(), folder);
            return 0;
        } catch (TrainingStopped stopped) {
            progress.clear();
            err.println(
                    "Stopped; the state after step " + stopped.step() + " is saved. Run the same command to continue.");
            return TrainCommand.INTERRUPTED;
        }
    }

    private void print(Results results, Path folder) {
        String goals = results.goals().isEmpty()
                ? "no goals"
                : results.goalsMet() + " of " + results.goals().size() + " goals reached";
        print(results.experiment().name() + ": " + goals + "; trained "
                + TrainingProgress.duration(results.trainingSeconds()) + "\nReport:  " + folder.resolve("report.html")
                + "\nNumbers: " + folder.resolve("results.json"));
    }

    private void print(String text) {
        if (quiet) return;
        spec.commandLine().getOut().println(text);
        spec.commandLine().getOut().flush();
    }

    private String command() {
        return "./bayesflow "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
