package bayesflow4j.cli;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.PooledSimulations;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.Json;
import bayesflow4j.training.ComparisonTrainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow compare MODEL MODEL…}: trains a comparison of models for all their data sets. */
@Command(
        name = "compare",
        description = {
            "Trains classifiers on simulations of several models of the same data, once for all data sets.",
            "infer then gives the probability of each model, Bayes factors, and data sets that none of them makes.",
            "The training state is saved to FILE.checkpoint every minute and on Ctrl-C."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow compare lfm:alpha=2 lfm --minutes 10 -o flights.safetensors",
            "  bayesflow compare a.yaml b.yaml c.yaml --prior 1,1,2 -o abc.safetensors",
            "  bayesflow compare a.yaml b.yaml --table a=a.npz --table b=b.npz -o ab.safetensors"
        },
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    @Parameters(
            arity = "2..*",
            paramLabel = "MODEL",
            description = {
                "models of the same data: built-in ones (see bayesflow models) or model files",
                "(see docs/own-model.md); a hypothesis without parameters is a model too"
            })
    private List<String> models;

    @Mixin
    private NetworkOutput output;

    @Option(
            names = "--prior",
            split = ",",
            paramLabel = "P",
            description = "prior probabilities of the models, up to a factor: 1,1,2; default: all equal")
    private List<Double> prior = new ArrayList<>();

    @ArgGroup
    private BudgetOption budget = new BudgetOption();

    @Option(
            names = "--table",
            paramLabel = "MODEL=SIMS",
            description = {
                "train on stored simulations of a model: NPZ, CSV, Parquet, or the directory of a store;",
                "once for each model, by the name that the model has in its file"
            })
    private Map<String, Path> tables = new LinkedHashMap<>();

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
            names = "--workers",
            paramLabel = "W",
            description = "number of processes for each external simulator; default: one per core")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Option(names = "--quiet", description = "print nothing but errors")
    private boolean quiet;

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    private boolean canSimulate = true;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (threads < 1) throw wrong("--threads: expected at least 1, got " + threads);
        if (workers < 1) throw wrong("--workers: expected at least 1, got " + workers);
        output.requireFree();
        try (OpenModels opened = open()) {
            Hypotheses hypotheses = hypotheses(opened.models());
            canSimulate = opened.canSimulate();
            if (tables.isEmpty()) noteNarrowed(opened.models(), hypotheses.count());
            Fitting fitting = fitting();
            Function<Fitting, Estimator> fit =
                    tables.isEmpty() ? f -> ComparisonTrainer.train(hypotheses, f) : withTables(hypotheses);
            return new SupervisedTraining(spec.commandLine().getErr(), output, quiet)
                    .run(fitting, fit, estimator -> printResult((ModelComparison) estimator));
        }
    }

    private OpenModels open() {
        try {
            return OpenModels.of(models, workers);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private Hypotheses hypotheses(List<GenerativeModel> opened) {
        try {
            Hypotheses equal = Hypotheses.of(opened);
            return prior.isEmpty() ? equal : new Hypotheses(equal.models(), prior);
        } catch (IllegalArgumentException e) {
            throw wrong((e.getMessage().startsWith("prior") ? "--" : "") + e.getMessage());
        }
    }

    private Function<Fitting, Estimator> withTables(Hypotheses hypotheses) {
        PooledSimulations pooled = new ModelTables(spec, tables).read(hypotheses, this::note);
        return f -> ComparisonTrainer.train(hypotheses, f.withTable(pooled.table()));
    }

    /** A comparison knows fewer N than some of the models. */
    private void noteNarrowed(List<GenerativeModel> opened, ObservationCount common) {
        for (GenerativeModel model : opened)
            if (!model.count().equals(common))
                note(model.name() + " makes data sets of " + model.count() + " rows; those of the comparison have "
                        + common + ", which all models make");
    }

    private void note(String text) {
        if (!quiet) spec.commandLine().getErr().println("note: " + text);
    }

    private Fitting fitting() {
        try {
            Fitting fitting = Fitting.DEFAULT
                    .withSeed(new Seed(seed))
                    .withThreads(threads)
                    .withCheckpointing(output.checkpointing());
            Optional<Budget> wanted = budget.budget();
            return wanted.isPresent() ? fitting.withBudget(wanted.get()) : fitting;
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private void printResult(ModelComparison comparison) {
        PrintWriter out = spec.commandLine().getOut();
        Provenance from = comparison.provenance();
        Provenance.Training training = from.training().orElseThrow();
        if (json) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("comparison", output.file().toString());
            result.put("models", comparison.models());
            result.put("prior", comparison.prior());
            result.put("seconds", from.seconds());
            result.put("simulations", from.simulations());
            result.put("failed", from.failedSimulations());
            result.put("steps", training.steps());
            result.put("loss", training.trainingLoss());
            result.put("validation_loss", training.validationLoss());
            out.println(Json.indented(result));
        } else if (!quiet) {
            out.println(String.format(
                    Locale.ROOT,
                    "%s: %d steps on %d simulations in %s; validation loss %.3f",
                    from.model(),
                    training.steps(),
                    from.simulations(),
                    TrainingProgress.duration(from.seconds()),
                    training.validationLoss()));
            out.println("Comparison: " + output.file());
            out.println("Next:       " + next(from.ready()));
        }
        out.flush();
    }

    /** A command that works as it stands: models without simulators are checked on their tables. */
    private String next(boolean ready) {
        List<String> words = new ArrayList<>(List.of("check", output.file().toString()));
        if (!ready) models.forEach(model -> words.addAll(List.of("--model", model)));
        if (!canSimulate) tables.forEach((model, path) -> words.addAll(List.of("--table", model + "=" + path)));
        words.addAll(List.of("-o", output.file().toString().replaceFirst("\\.safetensors$", "") + "-check"));
        return Main.command(words.toArray(String[]::new));
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
