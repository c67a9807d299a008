package bayesflow4j.models;

import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/** A mixture of normals as p(θ | x). */
record MixturePosterior(List<String> parameters, Clusters mixture) implements ExactPosterior.Given {
    @Override
    public Draws sample(int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] draws = new double[count][];
        for (int l = 0; l < count; l++) draws[l] = mixture.sample(rng);
        return Draws.of(parameters, draws);
    }

    @Override
    public double logDensity(double[] theta) {
        return mixture.logDensity(theta);
    }

    @Override
    public double[] mean() {
        return mixture.mean();
    }

    @Override
    public double[][] covariance() {
        return mixture.covariance();
    }
}
