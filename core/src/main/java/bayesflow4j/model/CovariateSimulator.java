package bayesflow4j.model;

import java.util.random.RandomGenerator;

/**
 * p(x₁ … x_N | θ, c), a {@link Simulator} of data that also depend on known {@link Covariates} c. The same rules hold: a
 * pure function of its arguments, called by many threads at once.
 */
@FunctionalInterface
public interface CovariateSimulator {
    /**
     * One data set x [count, d], without the columns of the covariates.
     *
     * @param theta θ [D], a copy that the simulator may overwrite
     * @param covariates c
     * @param count N, the number of rows
     * @param rng the stream that all random numbers are taken from
     */
    Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng);
}
