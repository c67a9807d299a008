package bayesflow4j.benchmarks;

/** One that does a workload while it is its turn, and waits while it is another's. */
public interface Contestant extends AutoCloseable {
    /** Works for about this many seconds; how many of them one step took. */
    double turn(double seconds);

    @Override
    default void close() {}
}
