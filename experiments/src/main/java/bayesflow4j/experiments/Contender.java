package bayesflow4j.experiments;

import bayesflow4j.model.GenerativeModel;
import java.util.Map;

/**
 * A method that is compared with BayesFlow.
 *
 * @param label its name in the paper
 * @param method its name among the methods
 * @param settings changes to the method's defaults for each effort, by section as in a model file
 * @param normal whether its posteriors are independent normals, so that a {@link NormalBound} is its goal
 */
record Contender(String label, String method, Map<Effort, Map<String, Object>> settings, boolean normal) {
    Contender {
        settings = Map.copyOf(settings);
    }

    /** A method whose posteriors are not independent normals. */
    Contender(String label, String method, Map<Effort, Map<String, Object>> settings) {
        this(label, method, settings, false);
    }

    /** The same with posteriors that are independent normals. */
    Contender ofNormals() {
        return new Contender(label, method, settings, true);
    }

    /** The recipe for a model. */
    Recipe recipe(GenerativeModel model, Effort effort) {
        return new Recipe(file(model.name()), model, method, settings.get(effort));
    }

    /** The name of its file in an experiment. */
    String file(String experiment) {
        return experiment + "-" + method;
    }
}
