package bayesflow4j.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** {@link Results} as JSON: metrics as in every metrics file, with the paper's number and the goal beside each of ours. */
final class ResultsJson {
    private static final JsonMapper JSON = new JsonMapper();

    private ResultsJson() {}

    static String of(Results results) {
        ObjectNode json = JSON.createObjectNode();
        json.put("experiment", results.experiment().name());
        json.put("title", results.experiment().title());
        json.put("budget", results.effort().name().toLowerCase(Locale.ROOT));
        json.put("seed", results.seed());
        json.put("command", results.made().command());
        json.put("commit", results.made().commit());
        json.put("version", results.made().version());
        json.put("machine", Circumstances.machine());
        json.put("finished", results.finished().toString());
        json.putObject("seconds")
                .put("training", results.trainingSeconds())
                .put("simulation", results.simulationSeconds())
                .put("inference", results.inferenceSeconds());
        results.paperHours().ifPresent(hours -> json.put("paperHours", hours));
        ObjectNode goals = json.putObject("goals");
        goals.put("met", results.goalsMet()).put("of", results.goals().size());
        ArrayNode missed = goals.putArray("missed");
        results.goals().stream().filter(goal -> !goal.isMet()).forEach(goal -> missed.add(Tables.sentence(goal)));
        json.set("networks", JSON.valueToTree(results.networks()));
        ArrayNode sections = json.putArray("sections");
        for (Section section : results.findings().sections()) sections.add(section(section));
        ArrayNode notes = json.putArray("notes");
        results.findings().notes().forEach(notes::add);
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode section(Section section) {
        ObjectNode json = JSON.createObjectNode();
        json.put("method", section.method()).put("at", section.at());
        json.setAll((ObjectNode) tree(section.metrics().json()));
        section.metrics()
                .values()
                .forEach((metric, labels) -> labels.keySet().forEach(label -> {
                    ObjectNode number =
                            (ObjectNode) json.get("metrics").get(metric).get(label);
                    section.reference().paper(metric, label).ifPresent(value -> number.put("paper", value));
                    section.goal(metric, label)
                            .ifPresent(goal -> number.put("goal", goal.bound()).put("met", goal.isMet()));
                }));
        return json;
    }

    private static JsonNode tree(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
