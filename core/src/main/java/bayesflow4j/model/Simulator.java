package bayesflow4j.model;

import java.util.random.RandomGenerator;

/**
 * p(x₁ … x_N | θ), known only by simulating from it.
 *
 * <p>A pure function of its arguments: all randomness comes from {@code rng}. Many threads call it at once, so it must
 * not keep state. It may throw or return values that are not finite: such draws are replaced and counted, see
 * {@link Failures}; NaN means a missing value in columns that may be {@linkplain Column.Role#INCOMPLETE incomplete}. Only {@link SimulatorUnavailableException} ends the work.
 */
@FunctionalInterface
public interface Simulator {
    /**
     * One data set x [count, d].
     *
     * @param theta θ [D], a copy that the simulator may overwrite
     * @param count N, the number of rows of a set or time points of a series
     * @param rng the stream that all random numbers are taken from
     */
    Observations simulate(double[] theta, int count, RandomGenerator rng);

    /**
     * p(x | θ, c) with the known covariates c of an observed data set, and complete; the same simulator where data have no
     * covariates and no gaps.
     */
    default Simulator given(Observations observed) {
        return this;
    }
}
