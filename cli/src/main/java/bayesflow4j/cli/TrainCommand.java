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

/** {@code ./bayesflow train MODEL}: trains a network for all data sets of a model and writes it to one file. */
@Command(
        name = "train",
        description = {
            "Trains a network on simulations of a model, once for all its data sets.",
            "The training state is saved to FILE.checkpoint every minute and on Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow train sir --minutes 10 -o sir.safetensors",
            "  bayesflow train model.yaml -o net.safetensors            your own model",
            "  bayesflow train model.yaml -o net.safetensors --resume   after Ctrl-C",
            "  bayesflow train model.yaml --explain                     show all settings"
        },
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    /** The exit code that shells report for a process ended by Ctrl-C. */
    static final int INTERRUPTED = 130;

    private static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(1);

    @Mixin
    private ModelArgument argument;

    @Option(
            names = "--method",
            defaultValue = "flow",
            paramLabel = "METHOD",
            description = "inference method, see bayesflow methods; default: ${DEFAULT-VALUE}")
    private String method;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "file for the network, for example net.safetensors")
    private Optional<Path> output = Optional.empty();

    @ArgGroup
    private BudgetOption budget = new BudgetOption();

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "number of threads, which does not affect the result; default: all cores")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--resume", description = "continue from FILE.checkpoint, with the same settings")
    private boolean resume;

    @Option(
            names = "--table",
            paramLabel = "SIMS",
            description = "train on stored simulations, as written by bayesflow simulate -o sims.npz")
    private Optional<Path> table = Optional.empty();

    @Option(names = "--force", description = "overwrite an existing network or checkpoint")
    private boolean force;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--explain", description = "print all settings in the form of a model file and exit")
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
                // An invalid setting comes from the model file.
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
            throw new IllegalStateException("the directory " + directory + " does not exist; create it first");
        if (!Files.isWritable(directory))
            throw new IllegalStateException("the directory " + directory + " is not writable");
        if (Files.isDirectory(file)) throw wrong("-o: expected a file name, got the directory " + file);
        if (force) return;
        if (Files.exists(file)) throw new IllegalStateException(file + " exists; choose another name or add --force");
        if (checkpointing().exists() && !resume)
            throw new IllegalStateException(checkpoint()
                    + " exists from an interrupted run; add --resume to continue, or --force to start over");
    }

    private Path checkpoint() {
        return output.orElseThrow().resolveSibling(output.orElseThrow().getFileName() + ".checkpoint");
    }

    private Fitting.Checkpointing checkpointing() {
        return new Fitting.Checkpointing(checkpoint(), CHECKPOINT_INTERVAL, resume);
    }

    private Fitting fitting(GenerativeModel model, Map<String, Object> changes) {
        try {
            Fitting fitting = Fitting.DEFAULT
                    .withSettings(changes)
                    .withSeed(new Seed(seed))
                    .withThreads(threads);
            if (output.isPresent()) fitting = fitting.withCheckpointing(checkpointing());
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
        if (resume && !checkpointing().exists() && !quiet)
            err.println("No checkpoint " + checkpoint() + " found: training starts from the beginning.");
        try (Interruption interruption = new Interruption()) {
            try {
                Estimator estimator =
                        method.fit(model, fitting.withListener(listener).withStop(interruption::requested));
                EstimatorFile.write(estimator, file);
                checkpointing().delete();
                printResult(estimator.provenance(), failures.get());
                return 0;
            } catch (TrainingStopped stopped) {
                progress.clear();
                err.println(
                        checkpointing().exists()
                                ? "Stopped; the state after step " + stopped.step() + " is in " + checkpoint()
                                        + ". To continue, run the same command with --resume."
                                : "Stopped before a state was saved.");
                return INTERRUPTED;
            }
        }
    }

    private void printResult(Provenance from, Failures failures) {
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
                .orElseGet(() -> from.simulations() == 0
                        ? from.method()
                        : from.method() + " on " + from.simulations() + " simulations in "
                                + TrainingProgress.duration(from.seconds()));
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
