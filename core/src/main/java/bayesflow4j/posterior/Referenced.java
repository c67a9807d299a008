package bayesflow4j.posterior;

import bayesflow4j.model.Observations;

/** An estimator that stores summaries of simulated data sets, to which observed ones can be compared. */
public interface Referenced extends Estimator {
    @Override
    Summarized given(Observations x);

    /**
     * The {@link bayesflow4j.diagnostics.DataProfile} [n][Q] of simulated data sets that were not used for training; none if the
     * estimator does not keep them.
     */
    default double[][] referenceProfiles() {
        return new double[0][];
    }

    /**
     * The group of each of these simulated data sets [n], such as the model that made it; none if all are one group. A data set is
     * unlike them if it is unlike those of every group.
     */
    default int[] referenceGroups() {
        return new int[0];
    }

    /** Summaries [n][S] of simulated data sets that were not used for training. */
    double[][] referenceSummaries();
}
