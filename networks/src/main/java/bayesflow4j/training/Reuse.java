package bayesflow4j.training;

/**
 * The number of passes over simulated data. Batches are simulated in pools; training passes over a pool {@code times}
 * times, in a new order each time, before it moves to the next.
 *
 * @param pool batches per pool
 * @param times passes over each pool
 */
public record Reuse(int pool, int times) {
    /** Every simulation is used once; the right choice unless simulating is slower than training. */
    public static final Reuse NONE = new Reuse(1, 1);

    public Reuse {
        if (pool < 1) throw new IllegalArgumentException("pool: expected at least 1, got " + pool);
        if (times < 1) throw new IllegalArgumentException("times: expected at least 1, got " + times);
    }
}
