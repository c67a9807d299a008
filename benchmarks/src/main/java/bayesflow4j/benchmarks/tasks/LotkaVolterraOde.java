package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.logNormal;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.Column;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Posterior;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Prey and predators with noise: u' = αu − βuv, v' = −γv + δuv from u = 30, v = 1; α, γ ~ logN(−0.125, 0.5), β, δ ~ logN(−3,
 * 0.5). Both are observed at ten times 2.1 apart, the first at the start, with log-normal noise of size 0.1.
 */
final class LotkaVolterraOde implements Task {
    private static final int TIMES = 10;
    private static final double SPACING = 2.1;
    private static final double NOISE = 0.1;
    private static final int SWEEPS = 40;
    /** Populations below it are not told apart: the smallest float of full precision. */
    private static final double LEAST = Float.MIN_NORMAL;

    private static final double LOG_LEAST = StrictMath.log(LEAST);

    private static final Distribution RATE = logNormal(-0.125, 0.5);
    private static final Distribution CONTACT = logNormal(-3, 0.5);

    private final GenerativeModel model = Vectors.model(
            "lotka-volterra-ode",
            Prior.of("alpha", RATE).and("beta", CONTACT).and("gamma", RATE).and("delta", CONTACT),
            columns(),
            LotkaVolterraOde::simulate);

    /** Logarithmic above a hundredth of an animal. */
    private static List<Column> columns() {
        Scaling scaling = Scaling.asinh(0.01);
        return Stream.concat(
                        Vectors.columns("prey", TIMES, scaling).stream(),
                        Vectors.columns("predators", TIMES, scaling).stream())
                .toList();
    }

    /** (log u, log v) at the ten times [10][2]. */
    static double[][] orbit(double[] theta) {
        PlanarOrbit.Field field = (logU, logV, toU, toV, stage) -> {
            toU[stage] = theta[0] - theta[1] * Exp.of(logV);
            toV[stage] = theta[3] * Exp.of(logU) - theta[2];
        };
        return PlanarOrbit.sample(field, StrictMath.log(30), 0, SPACING, TIMES);
    }

    private static double[] simulate(double[] theta, RandomGenerator rng) {
        double[][] orbit = orbit(theta);
        double[] x = new double[2 * TIMES];
        for (int species = 0; species < 2; species++)
            for (int t = 0; t < TIMES; t++)
                x[species * TIMES + t] = Math.max(LEAST, Exp.of(orbit[t][species] + NOISE * rng.nextGaussian()));
        return x;
    }

    private static double logLikelihood(double[] logX, double[] theta) {
        double[][] orbit = orbit(theta);
        double squares = 0;
        for (int species = 0; species < 2; species++)
            for (int t = 0; t < TIMES; t++) {
                double z = (logX[species * TIMES + t] - Math.max(LOG_LEAST, orbit[t][species])) / NOISE;
                squares += z * z;
            }
        return -squares / 2;
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        double[] logX = new double[2 * TIMES];
        for (int i = 0; i < logX.length; i++) logX[i] = StrictMath.log(x.at(0, i));
        return new AnnealedPosterior(model.prior(), theta -> logLikelihood(logX, theta), SWEEPS);
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.999, 0.909, true),
                new Accuracies(10_000, 0.997, 0.738, true).aiming(0.88),
                new Accuracies(100_000, 0.981, 0.695, true).aiming(0.75));
    }
}
