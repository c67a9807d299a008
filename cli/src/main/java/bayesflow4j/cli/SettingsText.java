package bayesflow4j.cli;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.TrainingPlan;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A design and a plan as the sections of a model file, each line with its meaning. */
final class SettingsText {
    private static final int COMMENT_COLUMN = 66;

    private static final Map<String, String> MEANING = Map.ofEntries(
            Map.entry("summary", "from a data set to what the flow is conditioned on"),
            Map.entry("blocks", "coupling blocks of the flow"),
            Map.entry("coupling", "networks inside of each block"),
            Map.entry("budget", "one of steps, minutes, simulations"),
            Map.entry("batch", "data sets per step"),
            Map.entry("rate", "learning rate: cosine, decay or constant"),
            Map.entry("optimizer", "soap, or adam as in the paper (with a third of the rate)"),
            Map.entry("clipNorm", "gradients are clipped to this norm"),
            Map.entry("weightDecay", "per unit of learning rate"),
            Map.entry("reuse", "for slow simulators: batches in a pool, uses of each"),
            Map.entry("validateEvery", "steps between two validation losses"),
            Map.entry("validationSets", "data sets they are computed on"),
            Map.entry("patience", "validations without a better loss before ending; 0: never"),
            Map.entry("restarts", "times to go back after a loss that is not finite"));

    private SettingsText() {}

    static String of(NetworkDesign design, TrainingPlan plan) {
        return section("network", DesignJson.write(design)) + section("training", PlanJson.write(plan));
    }

    private static String section(String name, JsonNode json) {
        StringBuilder text = new StringBuilder(name + ":\n");
        json.properties().forEach(entry -> {
            String line = "  " + entry.getKey() + ": " + flow(entry.getValue());
            String room = " ".repeat(Math.max(1, COMMENT_COLUMN - line.length()));
            text.append(line + room + "# " + MEANING.get(entry.getKey()) + "\n");
        });
        return text.toString();
    }

    private static String flow(JsonNode json) {
        if (json.isObject())
            return json.properties().stream()
                    .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        if (json.isArray())
            return StreamSupport.stream(json.spliterator(), false)
                    .map(SettingsText::flow)
                    .collect(Collectors.joining(", ", "[", "]"));
        return json.asText();
    }
}
