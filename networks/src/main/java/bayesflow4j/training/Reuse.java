package bayesflow4j.training;

/**
 * How often a simulated data set is trained on: batches are simulated in pools, and the batches of a pool are gone through
 * {@code times} times, in a new order each time, before the next pool.
 *
 * @param pool batches of a pool
 * @param times how often each is used
 */
public record Reuse(int pool, int times) {
    /** Every simulation is used once: the choice wherever simulating is not slower than training. */
    public static final Reuse NONE = new Reuse(1, 1);

    public Reuse {
        if (pool < 1) throw new IllegalArgumentException("pool: expected at least 1, got " + pool);
        if (times < 1) throw new IllegalArgumentException("times: expected at least 1, got " + times);
    }
}
