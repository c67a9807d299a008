package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.Posterior;
import java.util.random.RandomGenerator;

/** Ten means: θ ~ N(0, 0.1 I), x ~ N(θ, 0.1 I). Exact posterior: N(x/2, 0.05 I). */
final class GaussianLinear implements Task {
    static final int DIMENSION = 10;
    static final double VARIANCE = 0.1;
    private static final double DEVIATION = Math.sqrt(VARIANCE);

    private final GenerativeModel model = Vectors.model(
            "gaussian-linear",
            Vectors.alike("theta", DIMENSION, normal(0, DEVIATION)),
            Vectors.columns("x", DIMENSION, Scaling.STANDARD),
            GaussianLinear::simulate);

    static double[] simulate(double[] theta, RandomGenerator rng) {
        double[] x = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) x[i] = theta[i] + DEVIATION * rng.nextGaussian();
        return x;
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        double deviation = Math.sqrt(VARIANCE / 2);
        return new IndependentDraws(model.prior().names(), rng -> {
            double[] theta = new double[DIMENSION];
            for (int i = 0; i < DIMENSION; i++) theta[i] = x.at(0, i) / 2 + deviation * rng.nextGaussian();
            return theta;
        });
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.694, 0.539).aiming(0.60),
                new Accuracies(10_000, 0.552, 0.507).aiming(0.52),
                new Accuracies(100_000, 0.506, 0.499));
    }
}
