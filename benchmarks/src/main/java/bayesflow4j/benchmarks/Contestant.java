package bayesflow4j.benchmarks;

/** An implementation of a workload that works during its turns and waits during those of others. */
public interface Contestant extends AutoCloseable {
    /** Works for about this many seconds and returns the seconds per step. */
    double turn(double seconds);

    @Override
    default void close() {}
}
