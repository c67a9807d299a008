package bayesflow4j.diagnostics;

import bayesflow4j.storage.Json;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * {@link Metrics} as JSON: the one shape of all metrics files. A number that is not finite becomes null. The lines are
 * laid out here and not by {@link Json}, so that a metric takes a line and the bytes of published files stay as they
 * are.
 */
final class MetricsJson {
    private MetricsJson() {}

    static String of(Metrics metrics) {
        String parameters = metrics.parameters().stream().map(Json::write).collect(Collectors.joining(", "));
        String values = metrics.values().entrySet().stream()
                .map(e -> "    " + Json.write(e.getKey()) + ": {\n" + labels(e.getValue()) + "\n    }")
                .collect(Collectors.joining(",\n"));
        return "{\n  \"parameters\": [" + parameters + "],\n  \"datasets\": " + metrics.dataSets() + ",\n  \"draws\": "
                + metrics.draws() + ",\n  \"metrics\": {\n" + values + "\n  }\n}\n";
    }

    private static String labels(Map<String, Estimate> labels) {
        return labels.entrySet().stream()
                .map(e -> "      " + Json.write(e.getKey()) + ": {\"mean\": "
                        + number(e.getValue().mean()) + ", \"se\": "
                        + number(e.getValue().se()) + "}")
                .collect(Collectors.joining(",\n"));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }
}
