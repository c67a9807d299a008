package bayesflow4j.benchmarks.tasks;

import static bayesflow4j.model.distribution.Distribution.logNormal;

import bayesflow4j.benchmarks.tasks.Published.Accuracies;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.numeric.Exp;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Binomial;
import java.util.random.RandomGenerator;

/**
 * An epidemic among N = 10⁶ that begins with one infected: S' = −βSI/N, I' = βSI/N − γI, β ~ logN(log 0.4, 0.5), γ ~ logN(log
 * 0.125, 0.2). On days 0, 17, …, 153, a thousand are tested: Binomial(1000, I/N) of them are infected.
 */
final class SirOde implements Task {
    private static final double POPULATION = 1e6;
    private static final int TESTED = 1000;
    private static final int TIMES = 10;
    private static final double SPACING = 17;
    private static final int SWEEPS = 40;

    private final GenerativeModel model = Vectors.model(
            "sir-ode",
            Prior.of("beta", logNormal(StrictMath.log(0.4), 0.5)).and("gamma", logNormal(StrictMath.log(0.125), 0.2)),
            Vectors.columns("infected", TIMES, Scaling.LOG1P),
            SirOde::simulate);

    /** (log I/N, S/N) at the ten times [10][2]: in logarithms the growth of a few infected is a straight line. */
    static double[][] orbit(double beta, double gamma) {
        PlanarOrbit.Field field = (logI, s, toI, toS, stage) -> {
            toI[stage] = beta * s - gamma;
            toS[stage] = -beta * s * Exp.of(logI);
        };
        return PlanarOrbit.sample(field, -StrictMath.log(POPULATION), 1 - 1 / POPULATION, SPACING, TIMES);
    }

    private static double[] simulate(double[] theta, RandomGenerator rng) {
        double[][] orbit = orbit(theta[0], theta[1]);
        double[] x = new double[TIMES];
        for (int t = 0; t < TIMES; t++) x[t] = Binomial.sample(TESTED, Math.min(1, Exp.of(orbit[t][0])), rng);
        return x;
    }

    private static double logLikelihood(Observations x, double[] theta) {
        double[][] orbit = orbit(theta[0], theta[1]);
        double sum = 0;
        for (int t = 0; t < TIMES; t++) {
            double infected = x.at(0, t);
            sum += infected * orbit[t][0] + (TESTED - infected) * StrictMath.log1p(-Exp.of(orbit[t][0]));
        }
        return sum;
    }

    @Override
    public GenerativeModel model() {
        return model;
    }

    @Override
    public Posterior posterior(Observations x) {
        return new AnnealedPosterior(model.prior(), theta -> logLikelihood(x, theta), SWEEPS);
    }

    @Override
    public Published published() {
        return Published.of(
                new Accuracies(1_000, 0.815, 0.637, true).aiming(0.70),
                new Accuracies(10_000, 0.680, 0.561, true).aiming(0.57),
                new Accuracies(100_000, 0.585, 0.525, true).aiming(0.54));
    }
}
