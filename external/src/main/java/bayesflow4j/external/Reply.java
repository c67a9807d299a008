package bayesflow4j.external;

/** A line that a simulator writes. */
sealed interface Reply {
    /** An optional first line, with the number of requests that the simulator accepts at once. */
    record Hello(int batch) implements Reply {}

    /** The data of request {@code id}, row after row; each row has {@code width} numbers. */
    record Rows(long id, int count, int width, float[] values) implements Reply {}

    /** The simulator has no data for request {@code id}, for the given reason. */
    record Refusal(long id, String error) implements Reply {}
}
