package bayesflow4j.model;

/** What the rows of a data set are to each other. */
public enum DataKind {
    /** Independent and identically distributed given θ: their order means nothing. */
    SET,
    /** Successive in time. */
    SERIES,
    /** A single row that needs no summary. */
    VECTOR
}
