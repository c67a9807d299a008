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
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow reproduce EXPERIMENT}: an experiment of the paper, with its numbers beside ours. */
@Command(
        name = "reproduce",
        description = {
            "Trains and tests the networks of an experiment of the paper, and sets its numbers beside ours.",
            "Written are results.json, results.md, report.html, figures, and the networks for infer and check.",
            "After Ctrl-C, or any other end, the same command goes on where it was."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow reproduce sir --budget smoke -o sir      a minute or two, to see that it works",
            "  bayesflow reproduce sir -o sir                     the best of half an hour per network",
            "  bayesflow reproduce all --budget paper -o paper    the authors' networks and steps: days"
        },
        mixinStandardHelpOptions = true)
final class ReproduceCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(
            paramLabel = "EXPERIMENT",
            description = "mvn, gmm, regression, ricker, lfm, sir, lotka-volterra (or"
                    + " lotka-volterra:prior=log-uniform, as in the authors' code), or all")
    private String name;

    @Option(
            names = "--budget",
            defaultValue = "cpu",
            paramLabel = "B",
            description = "smoke, cpu or paper; default: ${DEFAULT-VALUE}")
    private Effort effort;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "where the results go; with all, a folder in it for each experiment")
    private Path output;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(output) && !Files.isDirectory(output))
            throw new IllegalStateException(output + " is a file; choose the name of a directory");
        try (Interruption interruption = new Interruption()) {
            if (!name.equals(ALL)) return run(experiment(), output, interruption);
            List<Experiment> experiments = Experiments.all();
            for (Experiment experiment : experiments) {
                int code = run(experiment, output.resolve(experiment.name()), interruption);
                if (code != 0) return code;
            }
            Path page = output.resolve("README.md");
            String text = Overview.markdown(output, experiments);
            WholeFile.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
            tell("All of them: " + page);
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
            tell(experiment.name() + ": done before, see " + folder.resolve("report.html"));
            return 0;
        }
        if (!quiet) err.println(experiment.title());
        try {
            tell(reproduction.run(), folder);
            return 0;
        } catch (TrainingStopped stopped) {
            progress.clear();
            err.println("Stopped and saved after step " + stopped.step() + ". The same command goes on from there.");
            return TrainCommand.INTERRUPTED;
        }
    }

    private void tell(Results results, Path folder) {
        String goals = results.goals().isEmpty()
                ? "no numbers in the paper"
                : results.goalsMet() + " of " + results.goals().size() + " goals reached";
        tell(results.experiment().name() + ": " + goals + "; trained "
                + TrainingProgress.duration(results.trainingSeconds()) + "\nReport:  " + folder.resolve("report.html")
                + "\nNumbers: " + folder.resolve("results.json"));
    }

    private void tell(String text) {
        if (quiet) return;
        spec.commandLine().getOut().println(text);
        spec.commandLine().getOut().flush();
    }

    private String command() {
        return "./bayesflow "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
