package bayesflow4j.cli;

import bayesflow4j.catalog.Methods;
import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.StoredSimulations;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.reference.TableMethod;
import bayesflow4j.storage.DerivedJson;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Json;
import bayesflow4j.training.NeuralMethod;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "  bayesflow train model.yaml -o net.safetensors --tune     try several designs first",
            "  bayesflow train sir --settings mine.yaml -o net.safetensors",
            "  bayesflow train model.yaml --explain                     show all settings"
        },
        mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
    /** The exit code that shells report for a process ended by Ctrl-C. */
    static final int INTERRUPTED = 130;

    static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(1);

    @Mixin
    private ModelArgument argument;

    @Option(
            names = "--method",
            defaultValue = "flow",
            paramLabel = "METHOD",
            description = "inference method, see bayesflow methods; default: ${DEFAULT-VALUE}")
    private String method;

    @Mixin
    private SettingsOption settings;

    @Mixin
    private NetworkOutput output;

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

    @Option(
            names = "--table",
            paramLabel = "SIMS",
            description = {
                "train on stored simulations, as bayesflow simulate writes them or from elsewhere:",
                "NPZ, CSV, Parquet, or the directory of a store"
            })
    private Optional<Path> table = Optional.empty();

    @Option(
            names = "--tune",
            description = "compare several designs of networks first, with a third of the budget, and train the best")
    private boolean tune;

    @Option(
            names = "--statistics",
            description = "use the model's hand-made statistics for abc-rf or abc-nn, without a network (lfm has 28)")
    private boolean statistics;

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--explain", description = "print all settings in the form of a model file and exit")
    private boolean explain;

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    private boolean canSimulate = true;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (threads < 1) throw wrong("--threads: expected at least 1, got " + threads);
        if (!explain) output.requireFree();
        Method method = method();
        try (OpenModel opened = argument.open()) {
            if (opened.model().prior().dimension() == 0)
                throw new IllegalStateException("the model \"" + opened.model().name()
                        + "\" has no parameters to infer; compare it with other models: bayesflow compare");
            canSimulate = opened.file().map(ModelFile::hasSimulator).orElse(true);
            try {
                return run(
                        method,
                        opened.model(),
                        settings.of(opened),
                        opened.file().map(ModelFile::derived).orElse(Derived.none()));
            } catch (FieldException e) {
                throw settings.wrong(e, opened);
            }
        }
    }

    private int run(Method method, GenerativeModel model, Map<String, Object> changes, Derived derived)
            throws IOException {
        Fitting fitting = fitting(model, changes);
        Map<String, Object> all = method.settings(model, fitting);
        if (!explain)
            return new SupervisedTraining(spec.commandLine().getErr(), output, quiet)
                    .run(fitting, f -> method.fit(model, f), estimator -> {
                        DerivedJson.store(output.file(), derived);
                        printResult(estimator.provenance());
                    });
        spec.commandLine().getOut().print(SettingsText.of(all, method.meanings()));
        return 0;
    }

    private Method method() {
        try {
            return Methods.named(method);
        } catch (IllegalArgumentException e) {
            throw wrong("--method: " + e.getMessage());
        }
    }

    private Fitting fitting(GenerativeModel model, Map<String, Object> changes) {
        try {
            Fitting fitting = Fitting.DEFAULT
                    .withSettings(withStatistics(tuned(changes)))
                    .withSeed(new Seed(seed))
                    .withThreads(threads);
            if (output.named().isPresent()) fitting = fitting.withCheckpointing(output.checkpointing());
            Optional<Budget> wanted = budget.budget();
            if (wanted.isPresent()) fitting = fitting.withBudget(wanted.get());
            if (table.isEmpty()) return fitting;
            StoredSimulations stored = StoredSimulations.read(table.get(), model);
            if (!quiet)
                stored.notes().forEach(note -> spec.commandLine().getErr().println("note: " + note));
            return fitting.withTable(stored.table());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private Map<String, Object> tuned(Map<String, Object> changes) {
        if (!tune) return changes;
        if (!(Methods.named(method) instanceof NeuralMethod))
            throw wrong("--tune: expected a method that trains networks, got " + method);
        Map<String, Object> tuned = new LinkedHashMap<>(changes);
        tuned.putIfAbsent(NeuralMethod.TUNE, Map.of());
        return tuned;
    }

    private Map<String, Object> withStatistics(Map<String, Object> changes) {
        if (!statistics) return changes;
        if (!(Methods.named(method) instanceof TableMethod))
            throw wrong("--statistics: expected a method that reads a table of statistics, abc-rf or abc-nn, got "
                    + method);
        Map<String, Object> table = new LinkedHashMap<>();
        if (changes.get(TableMethod.SECTION) instanceof Map<?, ?> said)
            said.forEach((name, value) -> table.put(name.toString(), value));
        table.putAll(TableMethod.HANDMADE);
        Map<String, Object> all = new LinkedHashMap<>(changes);
        all.put(TableMethod.SECTION, table);
        return all;
    }

    private void printResult(Provenance from) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) out.println(Json.indented(result(from)));
        else if (!quiet) print(out, from);
        out.flush();
    }

    private Map<String, Object> result(Provenance from) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("network", output.file().toString());
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
        out.println(from.model() + ": " + how);
        out.println("Network: " + output.file());
        out.println("Next:    " + next(from));
    }

    /** A command that works as it stands: a model without a simulator is checked on its table. */
    private String next(Provenance from) {
        Path file = output.file();
        String plain = file.toString().replaceFirst("\\.safetensors$", "");
        if (!canSimulate && table.isPresent())
            return Main.command(
                    "check",
                    file.toString(),
                    "--model",
                    argument.nameOrFile(),
                    "--table",
                    table.get().toString(),
                    "-o",
                    plain + "-check");
        return from.ready()
                ? Main.command("check", file.toString(), "-o", plain + "-check")
                : Main.command("check", file.toString(), "--model", argument.nameOrFile(), "-o", plain + "-check");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
