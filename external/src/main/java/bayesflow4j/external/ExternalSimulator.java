package bayesflow4j.external;

import bayesflow4j.model.Simulator;

/**
 * p(x | θ) of an external program, as a function of (θ, N, seed). The seed is the next number of the random stream of
 * the simulation, so the data do not depend on the worker that simulates them.
 */
public sealed interface ExternalSimulator extends Simulator, AutoCloseable
        permits WorkerPool, OneShot, LoadedSimulator, MissingSimulator {
    /** Ends all processes; running simulations fail. Closing twice has no effect. */
    @Override
    void close();
}
