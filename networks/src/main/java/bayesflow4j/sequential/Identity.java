package bayesflow4j.sequential;

import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Everything that a fit of one data set depends on, as its state keeps it. */
final class Identity {
    private Identity() {}

    static Map<String, Object> of(
            String method, GenerativeModel model, Observations x, Map<String, Object> settings, Fitting fitting) {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("method", method);
        identity.put("model", model.name());
        identity.put("parameters", model.prior().names());
        identity.put("prior", model.prior().notation());
        identity.put("data", x.count() + " × " + x.width() + ", hash " + Arrays.hashCode(x.values()));
        identity.put("seed", fitting.seed().value());
        identity.put("settings", settings);
        return identity;
    }
}
