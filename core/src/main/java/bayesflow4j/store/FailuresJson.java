package bayesflow4j.store;

import bayesflow4j.model.Failures;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** {@link Failures} as plain values for JSON, and back. */
final class FailuresJson {
    private static final int MOST = 1000;

    private FailuresJson() {}

    static Map<String, Object> write(Failures failures) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("failed", failures.count());
        json.put("attempts", failures.attempts());
        json.put(
                "examples",
                failures.examples().stream()
                        .map(example -> Map.of("theta", theta(example), "reason", example.reason()))
                        .toList());
        return json;
    }

    private static List<Double> theta(Failures.Example example) {
        return IntStream.range(0, example.theta().length)
                .mapToObj(j -> example.theta()[j])
                .toList();
    }

    /** @param parameters their names */
    static Failures read(Fields json, List<String> parameters) {
        Failures failures = new Failures(
                json.integer("failed", 0, Long.MAX_VALUE),
                json.integer("attempts", 0, Long.MAX_VALUE),
                json.objects("examples", MOST).stream()
                        .map(example -> new Failures.Example(
                                parameters, example.numbers("theta", parameters.size()), example.text("reason")))
                        .toList());
        json.end();
        return failures;
    }
}
