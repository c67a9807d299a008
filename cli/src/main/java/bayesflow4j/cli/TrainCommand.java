package bayesflow4j.cli;

import bayesflow4j.catalog.Methods;
import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingListener;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
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

    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(1);

    @Mixin
    private ModelArgument argument;

    @Option(
            names = "--method",
            defaultValue = "flow",
            paramLabel = "METHOD",
            description = "how to infer, see bayesflow methods; default: ${DEFAULT-VALUE}")
    private String method;

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

    @Override
    public Integer call() throws IOException {
        if (threads < 1) throw wrong("--threads: expected at least 1, got " + threads);
        if (!explain) requireFree();
        Method method = method();
        try (OpenModel opened = argument.open()) {
            try {
                return run(
                        method,
                        opened.model(),
                        opened.file().map(ModelFile::settings).orElse(Map.of()));
            } catch (FieldException e) {
                // A setting that cannot be stands in the model file.
                throw opened.file().<RuntimeException>map(file -> file.wrong(e)).orElse(e);
            }
        }
    }

    private int run(Method method, GenerativeModel model, Map<String, Object> changes) throws IOException {
        Fitting fitting = fitting(model, changes);
        Map<String, Object> settings = method.settings(model, fitting);
        if (!explain) return fit(method, model, fitting);
        spec.commandLine().getOut().print(SettingsText.of(settings, method.meanings()));
        return 0;
    }

    private Method method() {
        try {
            return Methods.named(method);
        } catch (IllegalArgumentException e) {
            throw wrong("--method: " + e.getMessage());
        }
    }

    private void requireFree() {
        Path file = output.orElseThrow(() -> wrong("Missing required option: '--output=FILE'"));
        Path directory = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory))
            throw new IllegalStateException("the directory " + directory + " does not exist; make it first");
        if (!Files.isWritable(directory))
            throw new IllegalStateException("the directory " + directory + " cannot be written to");
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

    private Fitting fitting(GenerativeModel model, Map<String, Object> changes) {
        try {
            Fitting fitting = Fitting.DEFAULT
                    .withSettings(changes)
                    .withSeed(new Seed(seed))
                    .withThreads(threads);
            if (output.isPresent())
                fitting =
                        fitting.withCheckpointing(new Fitting.Checkpointing(checkpoint(), CHECKPOINT_INTERVAL, resume));
            Optional<Budget> wanted = budget.budget();
            if (wanted.isPresent()) fitting = fitting.withBudget(wanted.get());
            return table.isPresent() ? fitting.withTable(SimulationTable.read(table.get(), model)) : fitting;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private int fit(Method method, GenerativeModel model, Fitting fitting) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Path file = output.orElseThrow();
        TrainingProgress progress = new TrainingProgress(err, TrainingProgress.isTerminal());
        AtomicReference<Failures> failures = new AtomicReference<>(Failures.NONE);
        TrainingListener listener = event -> {
            if (!quiet) progress.on(event);
            if (event instanceof TrainingEvent.Finished end) failures.set(end.failures());
        };
        if (resume && !Files.exists(checkpoint()) && !quiet)
            err.println("There is no " + checkpoint() + " yet: training begins at the beginning.");
        try (Interruption interruption = new Interruption()) {
            try {
                Estimator estimator =
                        method.fit(model, fitting.withListener(listener).withStop(interruption::requested));
                EstimatorFile.write(estimator, file);
                Files.deleteIfExists(checkpoint());
                tell(estimator.provenance(), failures.get());
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

    private void tell(Provenance from, Failures failures) {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        if (failures.count() > 0) err.println(failures.report());
        if (json) out.println(Json.indented(result(from)));
        else if (!quiet) print(out, from);
        out.flush();
    }

    private Map<String, Object> result(Provenance from) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("network", output.orElseThrow().toString());
        result.put("method", from.method());
        result.put("model", from.model());
        result.put("seconds", from.seconds());
        result.put("simulations", from.simulations());
        result.put("failed", from.failedSimulations());
        from.training().ifPresent(training -> {
            result.put("steps", training.steps());
            result.put("loss", training.trainingLoss());
            result.put("validation_loss", training.validationLoss());
        });
        return result;
    }

    private void print(PrintWriter out, Provenance from) {
        String how = from.training()
                .map(t -> String.format(
                        Locale.ROOT,
                        "%d steps on %d simulations in %s; validation loss %.3f",
                        t.steps(),
                        from.simulations(),
                        TrainingProgress.duration(from.seconds()),
                        t.validationLoss()))
                .orElse(from.method());
        String model = from.ready() ? "" : " --model " + argument.nameOrFile();
        Path file = output.orElseThrow();
        out.println(from.model() + ": " + how);
        out.println("Network: " + file);
        out.println("Next:    bayesflow check " + file + model + " -o check");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
