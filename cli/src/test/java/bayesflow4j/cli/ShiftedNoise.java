package bayesflow4j.cli;

import bayesflow4j.model.Observations;
import bayesflow4j.model.Simulator;
import java.util.random.RandomGenerator;

/** y ~ N(drift, 1), as a class that a model file names. */
public final class ShiftedNoise implements Simulator {
    @Override
    public Observations simulate(double[] theta, int count, RandomGenerator rng) {
        float[] y = new float[count];
        for (int n = 0; n < count; n++) y[n] = (float) (theta[0] + rng.nextGaussian());
        return new Observations(count, 1, y);
    }
}
