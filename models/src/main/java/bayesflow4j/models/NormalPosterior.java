package bayesflow4j.models;

import bayesflow4j.numeric.Cholesky;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;

/** N(mean, covariance) as p(θ | x), with the Cholesky factor of the covariance. */
record NormalPosterior(List<String> parameters, double[] mean, double[][] covariance, Cholesky factor)
        implements ExactPosterior.Given {
    private static final double LOG_2PI = 1.8378770664093453;

    @Override
    public Draws sample(int count, Seed seed) {
        RandomGenerator rng = seed.stream(0);
        double[][] draws = new double[count][];
        for (int l = 0; l < count; l++) {
            double[] z = new double[mean.length];
            for (int i = 0; i < z.length; i++) z[i] = rng.nextGaussian();
            draws[l] = factor.times(z);
            for (int i = 0; i < z.length; i++) draws[l][i] += mean[i];
        }
        return Draws.of(parameters, draws);
    }

    @Override
    public double logDensity(double[] theta) {
        double[] off = new double[mean.length];
        for (int i = 0; i < off.length; i++) off[i] = theta[i] - mean[i];
        double square = 0;
        for (double z : factor.halfSolve(off)) square = Math.fma(z, z, square);
        return -(square + factor.logDet() + mean.length * LOG_2PI) / 2;
    }
}
