package bayesflow4j.training;

import java.util.function.ToDoubleFunction;

/**
 * What training minimizes, a function of log q(θ | x) over a batch of simulations. Criteria other than maximum likelihood
 * allow θ to come from a proposal instead of the prior; they need a head whose loss is −log q itself.
 */
public sealed interface Criterion {
    /** The number that the criterion needs for each simulation, a function of θ [D] in the user's units. */
    double term(double[] theta);

    /** The mean of −log q(θ | x). */
    record Likelihood() implements Criterion {
        @Override
        public double term(double[] theta) {
            return 0;
        }
    }

    /**
     * −Σ w(θ) log q(θ | x) / Σ w(θ), the sums over a batch.
     *
     * @param weight w(θ) ≥ 0, the density of the prior over that of the proposal
     */
    record Weighted(ToDoubleFunction<double[]> weight) implements Criterion {
        @Override
        public double term(double[] theta) {
            return weight.applyAsDouble(theta);
        }
    }

    /**
     * The mean of −log of the probability that q and the prior give to θ among M atoms: itself and M − 1 other θ of the
     * batch. It is minimal at the posterior whatever the proposal (Greenberg et al. 2019).
     *
     * @param atoms M
     * @param offset log of the Jacobian of the unconstrained scale at θ, minus log p(θ)
     */
    record Atomic(int atoms, ToDoubleFunction<double[]> offset) implements Criterion {
        /** Refuses fewer than two atoms. */
        public Atomic {
            if (atoms < 2) throw new IllegalArgumentException("atoms: expected at least 2, got " + atoms);
        }

        @Override
        public double term(double[] theta) {
            return offset.applyAsDouble(theta);
        }
    }
}
