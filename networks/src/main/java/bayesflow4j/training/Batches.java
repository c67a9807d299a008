package bayesflow4j.training;

import bayesflow4j.model.Failures;
import bayesflow4j.scale.Scales;
import java.util.List;

/** The batches of a training run: batch k is a pure function of k. */
interface Batches extends AutoCloseable {
    /** The batch of step {@code k}, counted from 0; waits for it if it is still being simulated. */
    Scales.Prepared at(long k);

    /**
     * Data sets that the steps before {@code step} trained on, of the kind that validates: about {@code most} of them, none that
     * would have to be simulated again. Empty if each data set is used once.
     */
    List<Scales.Prepared> seen(long step, int most);

    /** The number of data sets simulated for the first {@code steps} steps. */
    long simulations(long steps);

    /** The simulations that failed and were replaced so far. */
    Failures failures();

    /** Nanoseconds spent waiting in {@link #at} so far. */
    long waitedNanos();

    @Override
    void close();
}
