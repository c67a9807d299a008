package bayesflow4j.cli;

import bayesflow4j.benchmarks.evidence.EvidenceAccuracy;
import bayesflow4j.benchmarks.evidence.NestedModels;
import bayesflow4j.benchmarks.evidence.NormalMean;
import bayesflow4j.benchmarks.evidence.OverdispersedCounts;
import bayesflow4j.benchmarks.evidence.RegressionTerm;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.random.Seed;
import bayesflow4j.report.ComparisonFigures;
import bayesflow4j.report.Figure;
import bayesflow4j.storage.Json;
import bayesflow4j.training.ComparisonTrainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench comparison}: learned Bayes factors of nested models against exact ones. */
@Command(
        name = "comparison",
        description = {
            "Compares nested models whose Bayes factors are known: normal means, linear regression with and",
            "without a term, Poisson against negative binomial. Writes results.md, results.json and a figure."
        },
        mixinStandardHelpOptions = true)
final class BenchComparisonCommand implements Callable<Integer> {
    private static final double[] LEVELS = {0, 1, 2, 3, 4, 6};

    /** Of a model that is all but excluded. */
    private static final double SMALL = 0.001;

    @Option(
            names = "--steps",
            paramLabel = "N",
            defaultValue = "3000",
            description = "steps of each training; default: ${DEFAULT-VALUE}")
    private long steps;

    @Option(
            names = "--datasets",
            paramLabel = "K",
            defaultValue = "4000",
            description = "test data sets; default: ${DEFAULT-VALUE}")
    private int dataSets;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "directory for the results")
    private Path output;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Spec
    private CommandSpec spec;

    private record Measured(String name, EvidenceAccuracy accuracy, double seconds) {}

    @Override
    public Integer call() throws IOException {
        if (steps < 1 || dataSets < 20)
            throw new ParameterException(
                    spec.commandLine(), "expected at least 1 step and 20 data sets, got " + steps + " and " + dataSets);
        WholeDirectory directory = WholeDirectory.at(output, force);
        List<Measured> all = new ArrayList<>();
        try (Interruption interruption = new Interruption()) {
            for (NestedModels models : List.of(new NormalMean(), new RegressionTerm(), new OverdispersedCounts())) {
                Fitting fitting = Fitting.DEFAULT
                        .withBudget(new Budget.Steps(steps))
                        .withSeed(new Seed(seed))
                        .withStop(interruption::requested);
                ModelComparison comparison = ComparisonTrainer.train(models.hypotheses(), fitting);
                EvidenceAccuracy accuracy =
                        EvidenceAccuracy.of(models, comparison, dataSets, new Seed(seed).child("test"));
                all.add(new Measured(
                        models.name(), accuracy, comparison.provenance().seconds()));
                PrintWriter out = spec.commandLine().getOut();
                out.println(models.name() + ": "
                        + number(accuracy.between(0, EvidenceAccuracy.DECISIVE).meanAbsoluteError()));
                out.flush();
            }
        } catch (TrainingStopped stopped) {
            spec.commandLine().getErr().println("Stopped.");
            return TrainCommand.INTERRUPTED;
        }
        directory.write(folder -> write(folder, all));
        return 0;
    }

    private void write(Path folder, List<Measured> all) throws IOException {
        Files.writeString(folder.resolve("results.md"), markdown(all));
        Files.writeString(folder.resolve("results.json"), json(all) + "\n");
        Map<String, double[][]> points = new LinkedHashMap<>();
        for (Measured m : all)
            points.put(m.name, new double[][] {
                m.accuracy.exact().stream().mapToDouble(v -> v).toArray(),
                m.accuracy.estimated().stream().mapToDouble(Estimate::mean).toArray()
            });
        Figure figure = ComparisonFigures.accuracy(points);
        figure.write(folder.resolve("figures"));
    }

    private String markdown(List<Measured> all) {
        return "# Learned against exact Bayes factors\n\nMean absolute error of log₁₀ Bayes"
                + " factors ± standard error, by the size of the exact one, over " + dataSets
                + " data sets, half from each model. Goal: below 0.15 where |log₁₀ BF| < 3.\n\n"
                + table(all, accuracy -> number(accuracy.meanAbsoluteError()))
                + "\nHow many of the exact values are within two standard errors of the estimate, and the root mean square of"
                + " standard errors over that of errors. Goal: 90 % or more below 4, and a ratio near 1.\n\n"
                + table(
                        all,
                        accuracy -> String.format(
                                Locale.ROOT,
                                "%.0f %%, %.1f",
                                100 * accuracy.withinTwoErrors(),
                                accuracy.relativeStandardError()))
                + "\nProbabilities with equal prior ones: mean absolute error ± standard error over all data sets; and, where the"
                + " exact probability of a model is below 0.001, medians of the exact and the learned one, and what 95 % of the"
                + " learned ones are below.\n\n"
                + probabilities(all)
                + "\n![learned against exact Bayes factors](figures/accuracy.png)\n\n"
                + "- command: " + command() + "\n- commit: " + System.getProperty("bayesflow.commit", "unknown")
                + "\n- seed: " + seed + "\n- trained: "
                + all.stream()
                        .map(m -> m.name + " " + TrainingProgress.duration(m.seconds))
                        .collect(Collectors.joining(", "))
                + " (" + steps + " steps each)\n";
    }

    private static String table(List<Measured> all, Function<EvidenceAccuracy, String> cell) {
        StringBuilder table = new StringBuilder("| models |");
        for (int i = 0; i + 1 < LEVELS.length; i++) table.append(level(i) + " |");
        table.append(" below 3 |\n|" + "---|".repeat(LEVELS.length + 1) + "\n");
        for (Measured m : all) {
            table.append("| " + m.name + " |");
            for (int i = 0; i + 1 < LEVELS.length; i++)
                table.append(" " + cell.apply(m.accuracy.between(LEVELS[i], LEVELS[i + 1])) + " |");
            table.append(" **" + cell.apply(m.accuracy.between(0, EvidenceAccuracy.DECISIVE)) + "** |\n");
        }
        return table.toString();
    }

    private static String probabilities(List<Measured> all) {
        StringBuilder table =
                new StringBuilder("| models | error | data sets below 0.001 | exact | learned | 95 % below |\n|"
                        + "---|".repeat(6) + "\n");
        for (Measured m : all) {
            EvidenceAccuracy.Improbable small = m.accuracy.below(SMALL);
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | **%s** | %d | %.1e | %.1e | %.1e |%n",
                    m.name,
                    number(m.accuracy.meanAbsoluteErrorOfProbability()),
                    small.dataSets(),
                    small.exact(),
                    small.learned(),
                    small.most()));
        }
        return table.toString();
    }

    private static String level(int i) {
        return String.format(Locale.ROOT, " %.0f … %.0f", LEVELS[i], LEVELS[i + 1]);
    }

    private String json(List<Measured> all) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", command());
        json.put("steps", steps);
        json.put("seed", seed);
        json.put("data_sets", dataSets);
        Map<String, Object> tasks = new LinkedHashMap<>();
        for (Measured m : all) {
            EvidenceAccuracy near = m.accuracy.between(0, EvidenceAccuracy.DECISIVE);
            Map<String, Object> task = new LinkedHashMap<>();
            task.put("seconds", m.seconds);
            task.put("data_sets_below_3", near.exact().size());
            task.put("mean_absolute_error", near.meanAbsoluteError().mean());
            task.put("standard_error", near.meanAbsoluteError().se());
            task.put("within_two_standard_errors", near.withinTwoErrors());
            Estimate error = m.accuracy.meanAbsoluteErrorOfProbability();
            EvidenceAccuracy.Improbable small = m.accuracy.below(SMALL);
            task.put("probability", Map.of("mean_absolute_error", error.mean(), "standard_error", error.se()));
            task.put(
                    "probability_below_0.001",
                    Map.of(
                            "data_sets", small.dataSets(),
                            "exact_median", finite(small.exact()),
                            "learned_median", finite(small.learned()),
                            "learned_95_percent", finite(small.most())));
            for (int i = 0; i + 1 < LEVELS.length; i++) {
                EvidenceAccuracy part = m.accuracy.between(LEVELS[i], LEVELS[i + 1]);
                task.put(
                        level(i).strip(),
                        Map.of(
                                "data_sets", part.exact().size(),
                                "mean_absolute_error", part.meanAbsoluteError().mean(),
                                "within_two_standard_errors", part.withinTwoErrors()));
            }
            tasks.put(m.name, task);
        }
        json.put("tasks", tasks);
        return Json.indented(json);
    }

    /** Without data sets there is no median. */
    private static Object finite(double value) {
        return Double.isFinite(value) ? value : "none";
    }

    private static String number(Estimate estimate) {
        return Double.isNaN(estimate.mean())
                ? "–"
                : String.format(Locale.ROOT, "%.3f ± %.3f", estimate.mean(), estimate.se());
    }

    private String command() {
        return "./bayesflow "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
