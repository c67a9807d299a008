package bayesflow4j.classical;

import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Summarized;

/** x ↦ p(θ | s(x)), read off a table of simulations by the statistics s. */
public interface TableEstimator extends Estimator {
    @Override
    Summarized given(Observations x);
}
