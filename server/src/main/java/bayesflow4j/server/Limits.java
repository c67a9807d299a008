package bayesflow4j.server;

import java.time.Duration;

/**
 * How much one request may ask for, and how much may go on at once.
 *
 * @param bodyBytes the longest body of a request
 * @param rows the most rows of data in one request, over all its data sets
 * @param draws the most draws per data set
 * @param allDraws the most draws in one request, over all its data sets
 * @param time the longest time that one request may take
 * @param working the number of requests that compute at the same time
 * @param waiting the number of further requests that wait for their turn
 * @param memoryBytes what all requests together may keep in memory
 */
public record Limits(
        int bodyBytes, int rows, int draws, long allDraws, Duration time, int working, int waiting, long memoryBytes) {

    /** 16 MB, a million rows, 100,000 draws each and 20 million in all, a minute, one request per core, 1024 waiting. */
    public static final Limits DEFAULT = new Limits(
            16 << 20,
            1_000_000,
            100_000,
            20_000_000,
            Duration.ofMinutes(1),
            Runtime.getRuntime().availableProcessors(),
            1024,
            Runtime.getRuntime().maxMemory() / 4);

    /** Refuses limits that nothing can meet. */
    public Limits {
        requirePositive("body", bodyBytes);
        requirePositive("rows", rows);
        requirePositive("draws", draws);
        requirePositive("all draws", allDraws);
        requirePositive("time in milliseconds", time.toMillis());
        requirePositive("working", working);
        requirePositive("memory", memoryBytes);
        if (waiting < 0) throw new IllegalArgumentException("waiting: expected at least 0, got " + waiting);
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) throw new IllegalArgumentException(name + ": expected at least 1, got " + value);
    }

    /** The same with another longest body. */
    public Limits withBodyBytes(int other) {
        return new Limits(other, rows, draws, allDraws, time, working, waiting, memoryBytes);
    }

    /** The same with other most rows. */
    public Limits withRows(int other) {
        return new Limits(bodyBytes, other, draws, allDraws, time, working, waiting, memoryBytes);
    }

    /** The same with other most draws per data set. */
    public Limits withDraws(int other) {
        return new Limits(bodyBytes, rows, other, allDraws, time, working, waiting, memoryBytes);
    }

    /** The same with another longest time. */
    public Limits withTime(Duration other) {
        return new Limits(bodyBytes, rows, draws, allDraws, other, working, waiting, memoryBytes);
    }

    /** The same with other numbers of requests that compute and that wait. */
    public Limits withConcurrency(int working, int waiting) {
        return new Limits(bodyBytes, rows, draws, allDraws, time, working, waiting, memoryBytes);
    }
}
