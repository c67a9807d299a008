package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.amortized.NetworkFile;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingEvent;
import bayesflow4j.training.TrainingListener;
import bayesflow4j.training.TrainingPlan;
import bayesflow4j.training.TrainingStopped;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow train MODEL}: a network that knows the posterior of any data set of the model, in one file. */
@Command(
        name = "train",
        description = {
            "Trains a network on simulations of a model, once for all data sets of it.",
            "The state of training is saved every minute and on Ctrl-C, beside the network: FILE.checkpoint."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow train sir --minutes 10 -o sir.safetensors",
            "  bayesflow train model.yaml -o mine.safetensors            a model of your own",
            "  bayesflow train model.yaml -o mine.safetensors --resume   goes on after Ctrl-C",
            "  bayesflow train model.yaml --explain                      the settings, to change in model.yaml"
        },
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    /** What shells report for a process that Ctrl-C ended. */
    static final int INTERRUPTED = 130;

    /** In nats; several times what chance makes of the difference between the two losses. */
    private static final double OVERFITTED = 0.5;

    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(1);

    @Mixin
    private ModelArgument argument;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where the network is written, for example net.safetensors")
    private Optional<Path> output = Optional.empty();

    @ArgGroup
    private BudgetOption budget = new BudgetOption();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--threads", paramLabel = "T", description = "default: all cores; the result is the same for any")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--resume", description = "go on from FILE.checkpoint, with the same settings as before")
    private boolean resume;

    @Option(
            names = "--table",
            paramLabel = "SIMS",
            description = "train on stored simulations, as bayesflow simulate -o sims.npz writes them")
    private Optional<Path> table = Optional.empty();

    @Option(names = "--force", description = "replace a network or checkpoint that exists")
    private boolean force;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--explain", description = "print design and plan as a model file would say them, and end")
    private boolean explain;

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private record Result(
            String network,
            String model,
            long steps,
            double seconds,
            double loss,
            double validationLoss,
            long failed) {}

    @Override
    public Integer call() throws IOException {
        if (threads < 1) throw wrong("--threads: expected at least 1, got " + threads);
        if (!explain) requireFree();
        try (ModelArgument.Opened opened = argument.open()) {
            Trainer trainer = trainer(opened);
            if (!explain) return train(trainer);
            spec.commandLine().getOut().print(SettingsText.of(trainer.design(), trainer.plan()));
            return 0;
        }
    }

    private void requireFree() {
        Path file = output.orElseThrow(() -> wrong("Missing required option: '--output=FILE'"));
        Path directory = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory))
            throw new IllegalStateException("the directory " + directory + " does not exist; make it first");
        if (Files.isDirectory(file)) throw wrong("-o: expected the name of a file, got the directory " + file);
        if (force) return;
        if (Files.exists(file)) throw new IllegalStateException(file + " exists; choose another name or add --force");
        if (Files.exists(checkpoint()) && !resume)
            throw new IllegalStateException(checkpoint()
                    + " is left from a training that was stopped; add --resume to go on, or --force to begin anew");
    }

    private Path checkpoint() {
        return output.orElseThrow().resolveSibling(output.orElseThrow().getFileName() + ".checkpoint");
    }

    private Trainer trainer(ModelArgument.Opened opened) {
        NetworkDesign design = FileSettings.design(opened.model(), opened.file().flatMap(f -> f.network()));
        TrainingPlan plan = FileSettings.plan(opened.model(), opened.file().flatMap(f -> f.training()));
        try {
            plan = budget.budget().map(plan::withBudget).orElse(plan);
            Trainer trainer = Trainer.of(opened.model())
                    .withDesign(design)
                    .withPlan(plan)
                    .withSeed(new Seed(seed))
                    .withThreads(threads);
            return table.isEmpty() ? trainer : trainer.withTable(SimulationFile.read(table.get(), opened.model()));
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private int train(Trainer trainer) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path file = output.orElseThrow();
        TrainingProgress progress = new TrainingProgress(err, TrainingProgress.isTerminal());
        AtomicReference<Optional<TrainingEvent.Finished>> finished = new AtomicReference<>(Optional.empty());
        TrainingListener listener = event -> {
            if (!quiet) progress.on(event);
            if (event instanceof TrainingEvent.Finished end) finished.set(Optional.of(end));
        };
        if (resume && !Files.exists(checkpoint()) && !quiet)
            err.println("There is no " + checkpoint() + " yet: training begins at the beginning.");
        try (Interruption interruption = new Interruption()) {
            try {
                AmortizedPosterior posterior = trainer.withListener(listener)
                        .withCheckpointing(new Trainer.Checkpointing(checkpoint(), CHECKPOINT_INTERVAL, resume))
                        .withStop(interruption::requested)
                        .train();
                NetworkFile.write(posterior, file);
                Files.deleteIfExists(checkpoint());
                tell(finished.get().orElseThrow(), posterior);
                return 0;
            } catch (TrainingStopped stopped) {
                progress.clear();
                err.println(
                        Files.exists(checkpoint())
                                ? "Stopped; the state after step " + stopped.step() + " is in " + checkpoint()
                                        + ". To go on, give the same command with --resume."
                                : "Stopped before the first step; there is nothing to go on from.");
                return INTERRUPTED;
            }
        }
    }

    private void tell(TrainingEvent.Finished end, AmortizedPosterior posterior) {
        Path file = output.orElseThrow();
        PrintWriter out = spec.commandLine().getOut();
        if (end.failures().count() > 0)
            spec.commandLine().getErr().println(end.failures().report());
        if (end.validationLoss() > end.loss() + OVERFITTED)
            spec.commandLine()
                    .getErr()
                    .printf(
                            Locale.ROOT,
                            "warning: the network has overfitted: validation loss %.2f, training loss %.2f. Use more"
                                    + " simulations, or fewer steps, or patience (see --explain).%n",
                            end.validationLoss(),
                            end.loss());
        if (json)
            out.println(Json.of(new Result(
                    file.toString(),
                    posterior.provenance().model(),
                    end.steps(),
                    end.seconds(),
                    end.loss(),
                    end.validationLoss(),
                    end.failures().count())));
        else if (!quiet)
            out.printf(
                    Locale.ROOT,
                    "%s: %d steps on %d simulations in %s; validation loss %.3f%nNetwork: %s%nNext:    bayesflow check %s"
                            + " -o check%n",
                    posterior.provenance().model(),
                    end.steps(),
                    posterior.provenance().simulations(),
                    TrainingProgress.duration(end.seconds()),
                    end.validationLoss(),
                    file,
                    file);
        out.flush();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
