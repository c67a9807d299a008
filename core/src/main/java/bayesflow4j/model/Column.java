package bayesflow4j.model;

import java.util.Objects;

/** One of the d numbers of an observation: its name and how it is scaled for the networks. */
public record Column(String name, Scaling scaling) {
    public Column {
        if (name.isBlank()) throw new IllegalArgumentException("column: expected a name, got \"" + name + '"');
        Objects.requireNonNull(scaling, "scaling");
    }

    /** A column that is centred and scaled. */
    public Column(String name) {
        this(name, Scaling.STANDARD);
    }
}
