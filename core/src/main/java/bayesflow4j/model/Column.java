package bayesflow4j.model;

import java.util.Objects;

/** One of the d numbers of an observation: its name and how networks scale it. */
public record Column(String name, Scaling scaling) {
    public Column {
        if (name.isBlank()) throw new IllegalArgumentException("column: expected a name, got \"" + name + '"');
        Objects.requireNonNull(scaling, "scaling");
    }

    /** A column that is centered and scaled. */
    public Column(String name) {
        this(name, Scaling.STANDARD);
    }
}
