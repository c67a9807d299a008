package bayesflow4j.cli;

import bayesflow4j.benchmarks.Accuracy;
import bayesflow4j.benchmarks.Accuracy.Result;
import bayesflow4j.benchmarks.Accuracy.Setup;
import bayesflow4j.benchmarks.AccuracyPage;
import bayesflow4j.benchmarks.AccuracyResults;
import bayesflow4j.benchmarks.tasks.Published;
import bayesflow4j.benchmarks.tasks.References;
import bayesflow4j.benchmarks.tasks.Task;
import bayesflow4j.benchmarks.tasks.Tasks;
import bayesflow4j.catalog.Methods;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.random.Seed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench accuracy}: the field's ten tasks, C2ST beside the published figures. */
@Command(
        name = "accuracy",
        description = {
            "Measures accuracy on the field's ten tasks (Lueckmann et al. 2021): a method at its defaults learns from a fixed"
                    + " number of simulations, and a classifier tries to tell its draws from those of the exact posterior."
                    + " C2ST is how often it succeeds: 0.5 is perfect, 1 is worst.",
            "With -o, each result is a file, results-METHOD.md has all of them, and the same command goes on where it was. A star"
                    + " marks published figures of"
                    + " sequential methods, which use all simulations for one observation."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow bench accuracy --quick --tasks two-moons,slcp --simulations 1000",
            "  bayesflow bench accuracy -o accuracy      all ten, at 1000, 10000 and 100000 simulations: hours"
        },
        mixinStandardHelpOptions = true)
final class BenchAccuracyCommand implements Callable<Integer> {
    private static final String LINE = "%-24s %11s %15s %12s %8s %8s%n";

    /** Of the reference draws, whatever the seed of the method. */
    private static final Seed REFERENCE = new Seed(1);

    @Option(
            names = "--tasks",
            split = ",",
            paramLabel = "TASK",
            description = "some of ${COMPLETION-CANDIDATES}; default: all",
            completionCandidates = TaskNames.class)
    private List<String> tasks = List.of();

    @Option(
            names = "--simulations",
            split = ",",
            paramLabel = "N",
            defaultValue = "1000,10000,100000",
            description = "default: ${DEFAULT-VALUE}")
    private List<Integer> simulations;

    @Option(
            names = "--method",
            defaultValue = "flow",
            paramLabel = "METHOD",
            description =
                    "how to infer, see bayesflow methods; exact: compare the reference draws with others from the exact"
                            + " posterior, to see how far they can be trusted; default: ${DEFAULT-VALUE}")
    private String method;

    @Option(names = "--observations", paramLabel = "K", description = "of each task; default: 10")
    private Optional<Integer> observations = Optional.empty();

    @Option(names = "--draws", paramLabel = "L", description = "per observation; default: 10000")
    private Optional<Integer> draws = Optional.empty();

    @Option(names = "--quick", description = "for trials: 3 observations and 2000 draws unless told otherwise")
    private boolean quick;

    @Option(names = "--steps", paramLabel = "N", description = "train for N steps; default: as long as the method does")
    private Optional<Long> steps = Optional.empty();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            description = "where results and reference draws are kept")
    private Optional<Path> output = Optional.empty();

    @Spec
    private CommandSpec spec;

    /** What {@code --tasks} may say. */
    static final class TaskNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Tasks.names().iterator();
        }
    }

    @Override
    public Integer call() {
        List<Task> chosen = tasks.isEmpty()
                ? Tasks.all()
                : orWrong("--tasks", () -> tasks.stream().map(Tasks::named).toList());
        Optional<Method> fitted = method.equals(Accuracy.EXACT)
                ? Optional.empty()
                : Optional.of(orWrong("--method", () -> Methods.named(method)));
        List<Integer> budgets = fitted.isPresent() ? simulations : List.of(0);
        Setup setup = orWrong("bench accuracy", this::setup);
        if (simulations.stream().anyMatch(n -> n < 1))
            throw new ParameterException(
                    spec.commandLine(), "--simulations: expected numbers of at least 1, got " + simulations);
        Accuracy accuracy =
                new Accuracy(setup, new References(output.map(directory -> directory.resolve("reference")), REFERENCE));
        PrintWriter out = spec.commandLine().getOut();
        out.printf(LINE, "task", "simulations", "C2ST", "CPU minutes", "NPE", "best");
        out.flush();
        try (Interruption interruption = new Interruption()) {
            for (Task task : chosen)
                for (int budget : budgets) {
                    print(task, result(accuracy, fitted, task, budget, setup, interruption));
                    output.ifPresent(directory -> AccuracyPage.write(new AccuracyResults(directory), method));
                }
            return 0;
        } catch (TrainingStopped stopped) {
            spec.commandLine().getErr().println("Stopped. With -o, the same command goes on after the last result.");
            return TrainCommand.INTERRUPTED;
        }
    }

    private Setup setup() {
        return new Setup(
                observations.orElse(quick ? 3 : Task.OBSERVATIONS),
                draws.orElse(quick ? 2_000 : 10_000),
                seed,
                steps.map(Budget.Steps::new));
    }

    private <T> T orWrong(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage());
        }
    }

    private Result result(
            Accuracy accuracy, Optional<Method> fitted, Task task, int budget, Setup setup, Interruption interruption) {
        Optional<AccuracyResults> files = output.map(AccuracyResults::new);
        Optional<Result> before = files.flatMap(f -> f.find(task.name(), budget, method, setup));
        if (before.isPresent()) return before.get();
        TrainingProgress progress = new TrainingProgress(spec.commandLine().getErr(), TrainingProgress.isTerminal());
        Fitting silent = Fitting.DEFAULT.withStop(interruption::requested);
        Fitting fitting = TrainingProgress.isTerminal() ? silent.withListener(progress::on) : silent;
        Result result = fitted.map(one -> accuracy.measure(one, task, budget, fitting))
                .orElseGet(() -> accuracy.ofReferences(task));
        files.ifPresent(f -> f.write(result, command(), System.getProperty("bayesflow.commit", "unknown")));
        return result;
    }

    private void print(Task task, Result result) {
        Estimate c2st = result.accuracy();
        Optional<Published.Accuracies> published = task.published().at(result.simulations());
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                LINE,
                task.name(),
                result.simulations(),
                String.format(Locale.ROOT, "%.3f ± %.3f", c2st.mean(), c2st.se()),
                String.format(Locale.ROOT, "%.2f", result.fitMinutes()),
                published.map(f -> String.format(Locale.ROOT, "%.3f", f.npe())).orElse(""),
                published
                        .map(f -> String.format(Locale.ROOT, "%.3f", f.best()) + (f.sequential() ? "*" : ""))
                        .orElse(""));
        out.flush();
    }

    private String command() {
        return "./bayesflow "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
