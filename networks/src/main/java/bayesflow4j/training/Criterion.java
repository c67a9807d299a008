package bayesflow4j.training;

import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What training minimizes, a function of log q(θ | x) over a batch of simulations. Criteria other than maximum likelihood
 * allow θ to come from a proposal instead of the prior; they need a head whose loss is −log q itself.
 */
public sealed interface Criterion {
    /** The numbers that the criterion needs for each simulation, functions of θ [D] in the user's units. */
    double[] terms(double[] theta);

    /** The mean of −log q(θ | x). */
    record Likelihood() implements Criterion {
        @Override
        public double[] terms(double[] theta) {
            return new double[0];
        }
    }

    /**
     * −Σ w(θ) log q(θ | x) / Σ w(θ), the sums over a batch.
     *
     * @param weight w(θ) ≥ 0, the density of the prior over that of the proposal
     */
    record Weighted(ToDoubleFunction<double[]> weight) implements Criterion {
        @Override
        public double[] terms(double[] theta) {
            return new double[] {weight.applyAsDouble(theta)};
        }
    }

    /**
     * The mean of −log of the probability that q and the prior give to θ among M atoms: itself and M − 1 other θ of the
     * batch. It is minimal at the posterior whatever the proposal (Greenberg et al. 2019). For θ that come from the prior,
     * −log q(θ | x) is added, which keeps mass from leaving the region that the atoms cover.
     *
     * @param atoms M
     * @param offset log of the Jacobian of the unconstrained scale at θ, minus log p(θ)
     * @param fromPrior which θ come from the prior
     */
    record Atomic(int atoms, ToDoubleFunction<double[]> offset, Predicate<double[]> fromPrior) implements Criterion {
        /** Refuses fewer than two atoms. */
        public Atomic {
            if (atoms < 2) throw new IllegalArgumentException("atoms: expected at least 2, got " + atoms);
        }

        @Override
        public double[] terms(double[] theta) {
            return new double[] {offset.applyAsDouble(theta), fromPrior.test(theta) ? 1 : 0};
        }
    }
}
