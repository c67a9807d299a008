package bayesflow4j.external;

import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import bayesflow4j.model.SimulatorUnavailableException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/** Stands for the simulator that a model file does not have, and says so when it is needed. */
record MissingSimulator(Path file) implements ExternalSimulator {
    @Override
    public Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng) {
        throw new SimulatorUnavailableException(file
                + ": no simulator; add a section \"simulator\", or train and check on stored simulations with --table");
    }

    @Override
    public void close() {}
}
