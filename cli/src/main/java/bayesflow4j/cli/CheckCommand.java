package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedComparison;
import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.check.Trials;
import bayesflow4j.cluster.Cluster;
import bayesflow4j.data.WholeDirectory;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.external.OpenModel;
import bayesflow4j.hypotheses.ComparisonCheck;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.PooledSimulations;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.StoredSimulations;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Interpretable;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.ComparisonReport;
import bayesflow4j.report.ImportanceFigures;
import bayesflow4j.report.Report;
import bayesflow4j.training.HeldOut;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow check NETWORK}: tests a network on data sets with known parameters. */
@Command(
        name = "check",
        description = {
            "Simulates data sets, infers their parameters with the network, and reports whether to trust it.",
            "With --table, the data sets are those of the training table that were held out.",
            "Writes report.html, metrics.json, truth.csv, draws.npz and figures, and keeps the verdict in the",
            "network's file, where infer and info find it; for a comparison of models report.html, check.json,",
            "probabilities.csv and figures."
        },
        footer = {
            "",
            "Examples:",
            "  bayesflow check net.safetensors -o check",
            "  bayesflow check net.safetensors --model model.yaml -o check   your own model",
            "  bayesflow check comparison.safetensors --model a.yaml --model b.yaml -o check",
            "  bayesflow check net.safetensors --model model.yaml --table sims.npz -o check",
            "  bayesflow check net.safetensors --datasets 100000 --spark spark://host:7077 -o check"
        },
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    /** With fewer data sets, a good network cannot be told from a bad one. */
    private static final int LEAST_DATA_SETS = 20;

    /** With fewer, a regression learns nothing. */
    private static final int LEAST_PROBE = 50;

    private static final int DATA_SETS = 300;

    /** Each tells less than where parameters are inferred: which of a few models made it. */
    private static final int COMPARED_DATA_SETS = 1000;

    @Mixin
    private NetworkArgument network;

    @Option(
            names = "--datasets",
            paramLabel = "K",
            description = "number of simulated data sets; default: 300, for a comparison 1000")
    private Optional<Integer> dataSets = Optional.empty();

    @Option(
            names = "--draws",
            defaultValue = "1000",
            paramLabel = "L",
            description = "draws per data set; default: ${DEFAULT-VALUE}")
    private int draws;

    @Option(
            names = "--probe",
            defaultValue = "1000",
            paramLabel = "K",
            description = {
                "number of further data sets for the probe whether sharper posteriors are possible;",
                "0 for no probe; default: ${DEFAULT-VALUE}"
            })
    private int probe;

    @Mixin
    private NetworkArgument.ModelOption model;

    @Mixin
    private ComparisonArgument compared;

    @Option(
            names = "--table",
            paramLabel = "SIMS",
            description = {
                "instead of simulating, use those simulations of the training table that were held out;",
                "for a comparison MODEL=SIMS, once for each of its models"
            })
    private List<String> tables = new ArrayList<>();

    @Mixin
    private ClusterOption spark;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "DIR",
            description = "directory for the results")
    private Path output;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "S",
            description = "random seed; default: ${DEFAULT-VALUE}")
    private long seed;

    @Option(names = "--force", description = "overwrite existing files")
    private boolean force;

    @Option(names = "--json", description = "print the verdict as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        dataSets.ifPresent(count -> requireAtLeast("--datasets", count, LEAST_DATA_SETS));
        requireAtLeast("--draws", draws, 20);
        if (probe != 0) requireAtLeast("--probe", probe, LEAST_PROBE);
        WholeDirectory directory = WholeDirectory.at(output, force);
        Report.prepare();
        Estimator estimator = network.read();
        if (estimator instanceof ModelComparison comparison) {
            if (spark.chosen())
                throw new ParameterException(
                        spec.commandLine(), "--spark: expected a network, a comparison of models is checked at home");
            check(compared.weighted(comparison), directory);
            return 0;
        }
        compared.requireUnused();
        String name = estimator.provenance().model();
        try (OpenModel opened = model.find(estimator)
                        .orElseThrow(() -> new IllegalStateException("the model \"" + name
                                + "\" is not built in; name its file: bayesflow check " + network.path()
                                + " --model model.yaml -o " + output));
                Workforce workforce = workforce(estimator)) {
            network.requirePrior(opened.model().prior());
            Derived derived = network.derived(estimator, Optional.of(opened));
            ModelCheck check = check(opened.model(), estimator, derived, workforce);
            String title = "Check of " + network.path().getFileName() + " on data of " + name;
            Optional<Sharpness> sharpness =
                    probe == 0 || !tables.isEmpty() ? Optional.empty() : Optional.of(check.sharpness(estimator, probe));
            Report report = sharpness
                    .map(sharp -> CheckReport.of(title, check, estimator, sharp))
                    .orElseGet(() -> CheckReport.of(title, check, estimator))
                    .withProvenance("network", network.path().toString());
            if (!tables.isEmpty())
                report = report.withProvenance(
                        "data sets", heldOutSentence(check.observed().size()));
            if (estimator instanceof Interpretable known && known.importance().isPresent())
                report = report.with(ImportanceFigures.of(known.importance().get()));
            Report written = report;
            directory.write(folder -> {
                written.write(folder);
                check.writeDraws(folder);
            });
            store(CheckRecord.of(written.verdict().orElseThrow(), check.seed(), Instant.now()));
            printResult(written, check);
        }
        return 0;
    }

    /** A verdict that cannot be kept is still a verdict. */
    private void store(CheckRecord record) {
        try {
            record.store(network.path());
        } catch (IOException | UncheckedIOException e) {
            spec.commandLine()
                    .getErr()
                    .println("note: the verdict could not be kept in " + network.path() + ": " + e.getMessage());
        }
    }

    private void check(ModelComparison comparison, WholeDirectory directory) throws IOException {
        try (OpenModels opened = model.find(comparison)
                .orElseThrow(() -> new IllegalStateException("the models are not all built in; name each of "
                        + String.join(", ", comparison.models()) + " with --model"))) {
            Hypotheses hypotheses = compared.hypotheses(opened, comparison);
            network.requirePriors(hypotheses.models());
            int count = dataSets.orElse(COMPARED_DATA_SETS);
            ComparisonCheck check = tables.isEmpty()
                    ? ComparisonCheck.of(hypotheses, comparison, count, new Seed(seed))
                    : heldOut(hypotheses, comparison, count);
            Report plain = ComparisonReport.of(
                            "Check of " + network.path().getFileName(), check, comparison.provenance())
                    .withProvenance("comparison", network.path().toString());
            int tested = check.recovery().dataSets();
            Report report = tables.isEmpty() ? plain : plain.withProvenance("data sets", heldOutSentence(tested));
            directory.write(folder -> {
                report.write(folder);
                check.writeProbabilities(folder);
                check.writeJson(folder);
            });
            store(check.record(Instant.now()));
            PrintWriter out = spec.commandLine().getOut();
            if (!json && !tables.isEmpty()) out.println("Tested on " + heldOutSentence(tested) + ".");
            out.print(json ? check.json() + "\n" : ComparisonText.of(check));
            if (!json) out.println("\nReport: " + output.resolve("report.html"));
            out.flush();
        }
    }

    /** A check on stored simulations, whose shares take the place of the prior probabilities. */
    private ComparisonCheck heldOut(Hypotheses hypotheses, ModelComparison comparison, int count) {
        if (!(comparison instanceof AmortizedComparison learned))
            throw new IllegalStateException("--table: expected a comparison that was trained on tables");
        PooledSimulations pooled = ModelTables.parse(spec, tables).read(hypotheses, this::note);
        HeldOut held = heldOut(learned.classifiers(), pooled.table()).first(count);
        return ComparisonCheck.ofStored(comparison, held.table(), pooled.shares(), new Seed(seed));
    }

    private void note(String text) {
        spec.commandLine().getErr().println("note: " + text);
    }

    /** Who computes trials: a cluster, or the threads of this machine. */
    private record Workforce(Optional<Cluster> cluster, Function<GenerativeModel, Trials> trials)
            implements AutoCloseable {
        @Override
        public void close() {
            cluster.ifPresent(Cluster::close);
        }
    }

    private Workforce workforce(Estimator estimator) {
        if (!spark.chosen()) return new Workforce(Optional.empty(), own -> Trials.of(own, estimator));
        if (!tables.isEmpty())
            throw new ParameterException(
                    spec.commandLine(), "--spark: expected no --table, whose data sets are simulated already");
        Cluster cluster = spark.connect();
        return new Workforce(Optional.of(cluster), own -> cluster.trials(model.name(estimator), network.path()));
    }

    private ModelCheck check(GenerativeModel model, Estimator estimator, Derived derived, Workforce workforce) {
        ObservationCount count = estimator.schema().count();
        GenerativeModel tested = count.includes(model.count()) ? model : model.withCount(count);
        if (tables.isEmpty())
            return ModelCheck.of(
                    tested,
                    workforce.trials().apply(tested),
                    derived,
                    dataSets.orElse(DATA_SETS),
                    draws,
                    new Seed(seed));
        if (tables.size() > 1)
            throw new ParameterException(
                    spec.commandLine(), "--table: expected one for a network, got " + String.join(", ", tables));
        StoredSimulations stored = StoredSimulations.read(Path.of(tables.getFirst()), model);
        stored.notes().forEach(this::note);
        HeldOut held = heldOut(estimator, stored.table()).first(dataSets.orElse(DATA_SETS));
        return ModelCheck.ofStored(tested, held.table(), held.estimators(), derived, draws, new Seed(seed));
    }

    private HeldOut heldOut(Estimator estimator, SimulationTable read) {
        try {
            HeldOut held = HeldOut.of(estimator, read);
            if (held.table().size() < LEAST_DATA_SETS)
                throw new IllegalStateException("expected at least " + LEAST_DATA_SETS
                        + " simulations that were held out, got " + held.table().size());
            return held;
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("--table " + String.join(", ", tables) + ": " + e.getMessage(), e);
        }
    }

    private String heldOutSentence(int count) {
        return count + " simulations of " + String.join(", ", tables)
                + " that no weights were fitted to; they decided when training ended";
    }

    private void requireAtLeast(String option, int value, int least) {
        if (value < least)
            throw new ParameterException(
                    spec.commandLine(), option + ": expected at least " + least + ", got " + value);
    }

    private void printResult(Report report, ModelCheck check) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(VerdictText.json(report.verdict().orElseThrow(), check.disagreement()));
        } else {
            if (!tables.isEmpty())
                out.println("Tested on " + heldOutSentence(check.observed().size()) + ".");
            out.print(VerdictText.of(
                    report.metrics().orElseThrow(), report.verdict().orElseThrow(), check.disagreement()));
            report.notices().forEach(notice -> out.println(notice.text()));
            out.println("\nReport: " + output.resolve("report.html"));
        }
        out.flush();
    }
}
