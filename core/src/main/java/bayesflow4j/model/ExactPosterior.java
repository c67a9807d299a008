package bayesflow4j.model;

import java.util.random.RandomGenerator;

/** x ↦ p(θ | x) in closed form: the truth that an approximation is held against. */
@FunctionalInterface
public interface ExactPosterior {
    /** p(θ | x) for one data set. */
    Given given(Observations x);

    /** p(θ | x) with x fixed. */
    interface Given {
        /** {@code count} independent draws θ [L, D]. */
        double[][] sample(int count, RandomGenerator rng);

        /** log p(θ | x), normalised. */
        double logDensity(double[] theta);

        /** E[θ | x] [D]. */
        double[] mean();

        /** Cov[θ | x] [D, D]. */
        double[][] covariance();
    }
}
