package bayesflow4j.model;

/** How the rows of a data set relate to each other. */
public enum DataKind {
    /** Independent and identically distributed given θ: their order is irrelevant. */
    SET,
    /** Successive in time. */
    SERIES,
    /** A single row, which needs no summary network. */
    VECTOR
}
