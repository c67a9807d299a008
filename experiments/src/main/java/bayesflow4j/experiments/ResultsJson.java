package bayesflow4j.experiments;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@link Results} as JSON: metrics as in every metrics file, each with the paper's number and the goal. */
final class ResultsJson {
    private ResultsJson() {}

    static String of(Results results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("experiment", results.experiment().name());
        json.put("title", results.experiment().title());
        json.put("budget", results.effort().name().toLowerCase(Locale.ROOT));
        json.put("seed", results.seed());
        json.put("command", results.made().command());
        json.put("commit", results.made().commit());
        json.put("version", results.made().version());
        json.put("machine", Circumstances.machine());
        json.put("finished", results.finished().toString());
        json.put("seconds", seconds(results));
        results.paperHours().ifPresent(hours -> json.put("paperHours", hours));
        json.put("goals", goals(results));
        json.put(
                "networks",
                results.networks().stream().map(ResultsJson::network).toList());
        json.put(
                "sections",
                results.findings().all().stream().map(ResultsJson::section).toList());
        json.put("notes", results.findings().notes());
        return Json.indented(json) + "\n";
    }

    private static Map<String, Object> seconds(Results results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("training", results.trainingSeconds());
        json.put("simulation", results.simulationSeconds());
        json.put("inference", results.inferenceSeconds());
        return json;
    }

    private static Map<String, Object> goals(Results results) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("met", results.goalsMet());
        json.put("of", results.goals().size());
        json.put(
                "missed",
                results.goals().stream()
                        .filter(goal -> !goal.isMet())
                        .map(Tables::sentence)
                        .toList());
        return json;
    }

    private static Map<String, Object> network(TrainedNetwork network) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", network.name());
        json.put("file", network.file());
        json.put("model", network.model());
        json.put("steps", network.steps());
        json.put("simulations", network.simulations());
        json.put("trainingSeconds", network.trainingSeconds());
        json.put("processorSeconds", network.processorSeconds());
        json.put("simulationSeconds", network.simulationSeconds());
        json.put("validationLoss", network.validationLoss());
        return json;
    }

    private static Map<String, Object> section(Section section) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", section.method());
        json.put("at", section.at());
        ResultsTree metrics = ResultsTree.parse(section.metrics().json());
        metrics.fields().forEach(json::put);
        Map<String, Object> numbers = new LinkedHashMap<>();
        section.metrics().values().forEach((metric, labels) -> {
            Map<String, Object> ofMetric = new LinkedHashMap<>();
            labels.keySet().forEach(label -> {
                Map<String, Object> number = new LinkedHashMap<>(
                        metrics.at("metrics").at(metric).at(label).fields());
                section.reference().paper(metric, label).ifPresent(value -> number.put("paper", value));
                section.goal(metric, label).ifPresent(goal -> {
                    number.put("goal", goal.bound());
                    number.put("met", goal.isMet());
                });
                ofMetric.put(label, number);
            });
            numbers.put(metric, ofMetric);
        });
        json.put("metrics", numbers);
        return json;
    }
}
