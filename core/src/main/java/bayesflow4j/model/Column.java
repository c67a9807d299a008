package bayesflow4j.model;

import java.util.Objects;

/** One of the d numbers of an observation: its name, how networks scale it, and what it is to the model. */
public record Column(String name, Scaling scaling, Role role) {
    /** What a column is to the model. */
    public enum Role {
        /** Random, and never missing. */
        OBSERVED,
        /** Random, and possibly missing: networks see a mask beside the value. */
        INCOMPLETE,
        /** A known covariate of the data set, the same in all rows. */
        SET_COVARIATE,
        /** A known covariate of the row. */
        ROW_COVARIATE;

        /** Whether the column is given and not random. */
        public boolean isCovariate() {
            return this == SET_COVARIATE || this == ROW_COVARIATE;
        }
    }

    public Column {
        if (name.isBlank()) throw new IllegalArgumentException("column: expected a name, got \"" + name + '"');
        Objects.requireNonNull(scaling, "scaling");
        Objects.requireNonNull(role, "role");
    }

    /** A random column that is never missing. */
    public Column(String name, Scaling scaling) {
        this(name, scaling, Role.OBSERVED);
    }

    /** A column that is centered and scaled. */
    public Column(String name) {
        this(name, Scaling.STANDARD);
    }

    /** Whether values may be missing. */
    public boolean mayBeMissing() {
        return role == Role.INCOMPLETE;
    }

    /** The same column, possibly missing; a covariate is never missing. */
    public Column incomplete() {
        return role.isCovariate() ? this : new Column(name, scaling, Role.INCOMPLETE);
    }
}
