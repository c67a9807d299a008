package bayesflow4j.external;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A requested simulation, (θ, c, N, seed), as a line of JSON. */
final class RequestLine {
    private RequestLine() {}

    /**
     * One request, with its line end.
     *
     * @param more how many lines follow at once, before the simulator must answer
     */
    static String of(Task task, DataShape shape, int more) {
        Map<String, Object> theta = new LinkedHashMap<>();
        List<String> parameters = shape.parameters();
        for (int i = 0; i < parameters.size(); i++)
            theta.put(parameters.get(i), shape.value(parameters.get(i), task.theta()[i]));
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("id", task.id());
        request.put("parameters", theta);
        // Only models with covariates have this key, so that simulators of others see what they always saw.
        if (!task.covariates().isEmpty())
            request.put("context", task.covariates().byName());
        request.put("observations", task.count());
        request.put("seed", Seeds.all(task.seed()));
        request.put("seed32", Seeds.signed32(task.seed()));
        request.put("more", more);
        return Json.write(request) + '\n';
    }
}
