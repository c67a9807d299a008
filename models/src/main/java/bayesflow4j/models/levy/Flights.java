package bayesflow4j.models.levy;

/**
 * First passage times of Lévy flights out of the interval (0, a), in steps.
 *
 * <p>Flight i draws from its own stream (key, i), so its outcome does not depend on the other flights or on how many of
 * them run side by side.
 */
public sealed interface Flights permits PlainFlights, VectorFlights {
    /**
     * The number of steps of each flight, negative for one that left at 0 and positive for one that left at a or was still
     * inside after {@link Course#mostSteps}.
     *
     * @param key of the random streams
     * @param drift v·dt of each flight [n]
     * @param course what all flights share
     */
    int[] passages(long key, float[] drift, Course course);

    /**
     * SIMD lanes if the JVM was started with {@code jdk.incubator.vector}, else plain loops; both give the same
     * results.
     */
    static Flights fastest() {
        return Fastest.FLIGHTS;
    }

    /** Chosen once, and in a class of its own so that the vector classes are loaded only where they exist. */
    final class Fastest {
        private static final Flights FLIGHTS =
                ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()
                        ? new VectorFlights()
                        : new PlainFlights();

        private Fastest() {}
    }
}
