package bayesflow4j.cli;

import bayesflow4j.model.CovariateSimulator;
import bayesflow4j.model.Covariates;
import bayesflow4j.model.Observations;
import java.util.random.RandomGenerator;

/** y ~ N(rate · effort, 1), as a class that a model file names. */
public final class Effort implements CovariateSimulator {
    @Override
    public Observations simulate(double[] theta, Covariates covariates, int count, RandomGenerator rng) {
        double[] y = new double[count];
        for (int n = 0; n < count; n++) y[n] = theta[0] * covariates.of("effort") + rng.nextGaussian();
        return Observations.of(y);
    }
}
