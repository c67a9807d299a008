package bayesflow4j.external;

import bayesflow4j.model.CovariateSimulator;
import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import java.util.random.RandomGenerator;

/**
 * p(x | θ) of an external program, as a function of (θ, c, N, seed). The seed is the next number of the random stream of
 * the simulation, so the data do not depend on the worker that simulates them.
 */
public sealed interface ExternalSimulator extends Simulator, CovariateSimulator, AutoCloseable
        permits WorkerPool, OneShot, LoadedSimulator, MissingSimulator {
    @Override
    default Observations simulate(double[] theta, int count, RandomGenerator rng) {
        return simulate(theta, Covariates.NONE, count, rng);
    }

    /** Ends all processes; running simulations fail. Closing twice has no effect. */
    @Override
    void close();
}
