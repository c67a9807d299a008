package bayesflow4j.external;

import bayesflow4j.model.Simulator;

/**
 * p(x | θ) of a program that is not part of this one, given by (θ, N, seed) alone: the seed is the next number of the stream
 * that the simulation is asked for with, so the data do not depend on which worker makes them.
 */
public sealed interface ExternalSimulator extends Simulator, AutoCloseable
        permits WorkerPool, OneShot, LoadedSimulator {
    /** Ends its processes; what is being simulated fails. Closing twice does nothing. */
    @Override
    void close();
}
