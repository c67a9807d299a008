package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkFile;
import bayesflow4j.amortized.Provenance;
import bayesflow4j.storage.Fields;
import bayesflow4j.training.PlanJson;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow info NETWORK}: what a network was trained for, how, and how it went. */
@Command(
        name = "info",
        description = "Tells what a network was trained for, how, and how it went.",
        footer = {"", "Example:", "  bayesflow info net.safetensors"},
        mixinStandardHelpOptions = true)
final class InfoCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Mixin
    private NetworkArgument network;

    @Option(names = "--json", description = "print all that the file says, as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        AmortizedPosterior posterior = network.read();
        ObjectNode description = (ObjectNode) JSON.readTree(NetworkFile.description(network.path()));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            description.put("weights", posterior.networks().layout().weightCount());
            out.println(description.toPrettyString());
        } else {
            print(out, posterior, description);
        }
        out.flush();
        return 0;
    }

    private void print(PrintWriter out, AmortizedPosterior posterior, JsonNode description) throws IOException {
        Provenance from = posterior.provenance();
        out.println("model: " + from.model());
        out.println("parameters:");
        for (JsonNode parameter : description.get("parameters"))
            out.println("  " + parameter.get("name").asText()
                    + (parameter.has("prior") ? " ~ " + parameter.get("prior").asText() : "") + interval(parameter));
        out.println("data: " + posterior.kind().name().toLowerCase(Locale.ROOT) + ", " + posterior.count() + " × ("
                + String.join(", ", posterior.columnNames()) + ")");
        out.println("weights: " + posterior.networks().layout().weightCount());
        out.printf(
                Locale.ROOT,
                "trained: %s by bayesflow4j %s, seed %d%n         %d steps on %d simulations (%d failed) in %s%n",
                from.trained(),
                from.version(),
                from.seed(),
                from.steps(),
                from.simulations(),
                from.failedSimulations(),
                TrainingProgress.duration(from.seconds()));
        out.printf(Locale.ROOT, "losses: training %.4f, validation %.4f%n", from.trainingLoss(), from.validationLoss());
        out.println("settings, as a model file would say them:");
        String settings = SettingsText.of(posterior.networks().design(), PlanJson.read(plan(from)));
        settings.lines().forEach(line -> out.println("  " + line));
    }

    private static Fields plan(Provenance from) throws IOException {
        return Fields.of("plan", JSON.readTree(from.plan()));
    }

    private static String interval(JsonNode parameter) {
        double lower = parameter.get("lower").asDouble(Double.NEGATIVE_INFINITY);
        double upper = parameter.get("upper").asDouble(Double.POSITIVE_INFINITY);
        if (Double.isInfinite(lower) && Double.isInfinite(upper)) return "";
        return "   in (" + end(lower) + ", " + end(upper) + ")";
    }

    private static String end(double bound) {
        if (Double.isInfinite(bound)) return bound < 0 ? "-∞" : "∞";
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
