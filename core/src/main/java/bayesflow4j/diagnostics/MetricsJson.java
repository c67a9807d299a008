package bayesflow4j.diagnostics;

import java.util.Map;
import java.util.stream.Collectors;

/** {@link Metrics} as JSON: the one shape of all metrics files. A number that is not finite becomes null. */
final class MetricsJson {
    private MetricsJson() {}

    static String of(Metrics metrics) {
        String parameters =
                metrics.parameters().stream().map(MetricsJson::quoted).collect(Collectors.joining(", "));
        String values = metrics.values().entrySet().stream()
                .map(e -> "    " + quoted(e.getKey()) + ": {\n" + labels(e.getValue()) + "\n    }")
                .collect(Collectors.joining(",\n"));
        return "{\n  \"parameters\": [" + parameters + "],\n  \"datasets\": " + metrics.dataSets() + ",\n  \"draws\": "
                + metrics.draws() + ",\n  \"metrics\": {\n" + values + "\n  }\n}\n";
    }

    private static String labels(Map<String, Estimate> labels) {
        return labels.entrySet().stream()
                .map(e -> "      " + quoted(e.getKey()) + ": {\"mean\": "
                        + number(e.getValue().mean()) + ", \"se\": "
                        + number(e.getValue().se()) + "}")
                .collect(Collectors.joining(",\n"));
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }
}
