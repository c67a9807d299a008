package bayesflow4j.posterior;

import bayesflow4j.model.Observations;

/** An estimator that stores summaries of simulated data sets, to which observed ones can be compared. */
public interface Referenced extends Estimator {
    @Override
    Summarized given(Observations x);

    /** Summaries [n][S] of simulated data sets that were not used for training. */
    double[][] referenceSummaries();
}
