package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.DesignJson;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import bayesflow4j.training.FlowMethod;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
            if (estimator instanceof AmortizedPosterior posterior) description.put("weights", posterior.weightCount());
            out.println(Json.indented(description));
        } else {
            print(out, estimator, description);
        }
        out.flush();
        return 0;
    }

    private static void print(PrintWriter out, Estimator estimator, Map<String, Object> description) {
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
        out.println("data: " + estimator.schema().kind().name().toLowerCase(Locale.ROOT) + ", "
                + estimator.schema().count() + " × ("
                + String.join(", ", estimator.schema().columnNames()) + ")");
        from.training().ifPresent(training -> print(out, from, training));
        if (estimator instanceof AmortizedPosterior posterior) print(out, posterior);
    }

    private static void print(PrintWriter out, Provenance from, Provenance.Training training) {
        out.printf(
                Locale.ROOT,
                "trained: %s by bayesflow4j %s, seed %d%n         %d steps on %d simulations (%d failed) in %s%n",
                from.made(),
                from.version(),
                from.seed(),
                training.steps(),
                from.simulations(),
                from.failedSimulations(),
                TrainingProgress.duration(from.seconds()));
        out.printf(
                Locale.ROOT,
                "losses: training %.4f, validation %.4f%n",
                training.trainingLoss(),
                training.validationLoss());
    }

    private static void print(PrintWriter out, AmortizedPosterior posterior) {
        out.println("weights: " + posterior.weightCount());
        out.println("settings, in the form of a model file:");
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("network", DesignJson.write(posterior.design()));
        posterior.provenance().training().ifPresent(training -> settings.put("training", Json.parse(training.plan())));
        SettingsText.of(settings, new FlowMethod().meanings()).lines().forEach(line -> out.println("  " + line));
    }

    private static String interval(Support support) {
        if (Double.isInfinite(support.lower()) && Double.isInfinite(support.upper())) return "";
        return "   in (" + end(support.lower()) + ", " + end(support.upper()) + ")";
    }

    private static String end(double bound) {
        if (Double.isInfinite(bound)) return bound < 0 ? "-∞" : "∞";
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
