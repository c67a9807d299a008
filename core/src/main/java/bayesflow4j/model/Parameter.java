package bayesflow4j.model;

import bayesflow4j.model.distribution.Support;
import java.util.Objects;

/** One coordinate of θ: its name and the widest support that it can lie in. */
public record Parameter(String name, Support support) {
    public Parameter {
        if (name.isBlank()) throw new IllegalArgumentException("parameter: expected a name, got \"" + name + '"');
        Objects.requireNonNull(support, "support");
    }
}
