package bayesflow4j.check;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Failures;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Seed;
import java.util.Optional;

/**
 * (θₖ, xₖ) of a model and an estimator's draws from p(θ | xₖ): a pure function of the model, the estimator, a seed and k, so
 * that any machine may compute any of them.
 *
 * @param theta θₖ [D]
 * @param x xₖ
 * @param failures of the simulator before it gave xₖ
 * @param draws from p(θ | xₖ)
 * @param disagreement between the members of an ensemble; none for other estimators
 */
public record Trial(
        double[] theta, Observations x, Failures failures, Draws draws, Optional<Disagreement> disagreement) {

    /** Trial k of a seed, with L draws. */
    public static Trial of(GenerativeModel model, Estimator estimator, int draws, Seed seed, int k) {
        Batch one = model.batch(seed.child("data"), k, 1);
        return of(one.theta()[0], one.observations(0), one.failures(), estimator, draws, seed, k);
    }

    /** The same for a data set that is there. */
    static Trial of(
            double[] theta, Observations x, Failures failures, Estimator estimator, int draws, Seed seed, int k) {
        Posterior posterior = estimator.given(x);
        return new Trial(
                theta,
                x,
                failures,
                posterior.sample(draws, seed.child("draws").nth(k)),
                Disagreement.of(posterior, seed.child("disagreement").nth(k)));
    }
}
