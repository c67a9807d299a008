package bayesflow4j.external;

/** A line that a simulator writes. */
sealed interface Reply {
    /** Its first line, if it has something to say: how many requests it takes at once. */
    record Hello(int batch) implements Reply {}

    /** The data of request {@code id}, row after row; each row has {@code width} numbers. */
    record Rows(long id, int count, int width, float[] values) implements Reply {}

    /** Request {@code id} has no data. */
    record Refusal(long id, String error) implements Reply {}
}
