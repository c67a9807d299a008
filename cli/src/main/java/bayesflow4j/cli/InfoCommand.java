package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedComparison;
import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.DesignJson;
import bayesflow4j.catalog.Methods;
import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.Standing;
import bayesflow4j.hypotheses.ComparisonStanding;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.reference.TablePosterior;
import bayesflow4j.report.Table;
import bayesflow4j.report.TrialTable;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import bayesflow4j.training.FlowMethod;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow info NETWORK}: the model, data, training and settings of a network. */
@Command(
        name = "info",
        description = "Shows a network's model, parameters, data, training and settings.",
        footer = {"", "Example:", "  bayesflow info net.safetensors"},
        mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {
    @Mixin
    private NetworkArgument network;

    @Option(names = "--json", description = "print the full description of the file as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Estimator estimator = network.read();
        Map<String, Object> description = EstimatorFile.description(network.path());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            network(estimator).ifPresent(own -> description.put("weights", own.weightCount()));
            out.println(Json.indented(description));
        } else {
            print(out, estimator, description);
            boolean compares = estimator instanceof ModelComparison;
            ComparisonStanding compared =
                    new ComparisonStanding(estimator.provenance(), CheckRecord.in(network.path()));
            Standing standing = network.standing(estimator);
            out.println("check: " + (compares ? compared.checked() : standing.checked()));
            (compares ? compared.warnings() : standing.warnings()).forEach(warning -> out.println("       " + warning));
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, Estimator estimator, Map<String, Object> description) {
        Provenance from = estimator.provenance();
        if (estimator instanceof ModelComparison comparison) printModels(out, comparison);
        else printParameters(out, estimator, description);
        out.println("data: " + estimator.schema().kind().name().toLowerCase(Locale.ROOT) + ", "
                + estimator.schema().count() + " × ("
                + String.join(", ", estimator.schema().columnNames()) + ")");
        if (from.simulations() > 0) print(out, from);
        if (estimator instanceof Ensemble ensemble)
            out.println("members: " + ensemble.members().size());
        network(estimator).ifPresent(own -> out.println("weights: " + own.weightCount()));
        printSettings(out, estimator);
    }

    private static void printModels(PrintWriter out, ModelComparison comparison) {
        out.println("comparison of models, with prior probabilities:");
        for (int j = 0; j < comparison.models().size(); j++)
            out.printf(
                    Locale.ROOT,
                    "  %s: %.3f%n",
                    comparison.models().get(j),
                    comparison.prior().get(j));
    }

    private static void printParameters(PrintWriter out, Estimator estimator, Map<String, Object> description) {
        Provenance from = estimator.provenance();
        out.println("model: " + from.model());
        out.println("method: " + from.method());
        out.println("parameters:");
        List<?> written = description.get("parameters") instanceof List<?> list ? list : List.of();
        List<Parameter> parameters = estimator.schema().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            boolean hasPrior =
                    i < written.size() && written.get(i) instanceof Map<?, ?> entry && entry.containsKey("prior");
            out.println("  " + parameters.get(i).name()
                    + (hasPrior ? " ~ " + ((Map<?, ?>) written.get(i)).get("prior") : "")
                    + interval(parameters.get(i).support()));
        }
    }

    /** The network that an estimator is, or has. */
    private static Optional<AmortizedPosterior> network(Estimator estimator) {
        return switch (estimator) {
            case AmortizedPosterior posterior -> Optional.of(posterior);
            case Ensemble ensemble -> network(ensemble.members().getFirst());
            case TablePosterior posterior -> posterior.statistics().network();
            case AmortizedComparison comparison -> Optional.of(comparison.classifiers());
            default -> Optional.empty();
        };
    }

    private static void print(PrintWriter out, Provenance from) {
        String steps =
                from.training().map(training -> training.steps() + " steps on ").orElse("");
        out.printf(
                Locale.ROOT,
                "trained: %s by bayesflow4j %s, seed %d%n         %s%d simulations (%d failed) in %s%n",
                from.made(),
                from.version(),
                from.seed(),
                steps,
                from.simulations(),
                from.failedSimulations(),
                TrainingProgress.duration(from.seconds()));
        from.training()
                .ifPresent(training -> out.printf(
                        Locale.ROOT,
                        "losses: training %.4f, validation %.4f%s%n",
                        training.trainingLoss(),
                        training.validationLoss(),
                        training.seenLoss().isPresent()
                                ? String.format(
                                        Locale.ROOT,
                                        ", the same weights on training simulations %.4f",
                                        training.seenLoss().getAsDouble())
                                : ""));
        from.training()
                .map(Provenance.Training::trials)
                .filter(trials -> !trials.isEmpty())
                .ifPresent(trials -> printTrials(out, TrialTable.of(trials)));
    }

    private static void printTrials(PrintWriter out, Table table) {
        out.println(table.title() + ":");
        List<List<String>> rows = new ArrayList<>(List.of(table.header()));
        rows.addAll(table.rows());
        TextTable.of(rows, Set.of(0, rows.getFirst().size() - 1)).lines().forEach(line -> out.println("  " + line));
    }

    private static void printSettings(PrintWriter out, Estimator estimator) {
        Map<String, Object> settings = new LinkedHashMap<>();
        Map<String, String> meanings = new LinkedHashMap<>(new FlowMethod().meanings());
        network(estimator).ifPresent(own -> {
            settings.put("network", DesignJson.write(own.design()));
            estimator
                    .provenance()
                    .training()
                    .or(() -> own.provenance().training())
                    .ifPresent(training -> settings.put("training", Json.parse(training.plan())));
        });
        if (estimator instanceof TablePosterior posterior) {
            settings.put("abc", posterior.design().written());
            meanings.putAll(Methods.named(posterior.provenance().method()).meanings());
        }
        if (settings.isEmpty()) return;
        out.println("settings, in the form of a model file:");
        SettingsText.of(settings, meanings).lines().forEach(line -> out.println("  " + line));
    }

    private static String interval(Support support) {
        if (support instanceof Support.Listed(List<Double> _, List<String> labels))
            return "   one of " + String.join(", ", labels);
        if (support.isDiscrete()) return "   from " + end(support.lower()) + " to " + end(support.upper());
        if (Double.isInfinite(support.lower()) && Double.isInfinite(support.upper())) return "";
        return "   in (" + end(support.lower()) + ", " + end(support.upper()) + ")";
    }

    private static String end(double bound) {
        if (Double.isInfinite(bound)) return bound < 0 ? "-∞" : "∞";
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
