package bayesflow4j.training;

import bayesflow4j.model.Failures;
import bayesflow4j.scale.Scales;

/** The batches that training sees: batch k is a pure function of k. */
interface Batches extends AutoCloseable {
    /** The batch of step {@code k}, counted from 0; waits for it if it is still being simulated. */
    Scales.Prepared at(long k);

    /** How many data sets have been simulated for the first {@code steps} steps. */
    long simulations(long steps);

    /** The draws that had to be replaced so far. */
    Failures failures();

    /** Nanoseconds that {@link #at} has waited so far. */
    long waitedNanos();

    @Override
    void close();
}
