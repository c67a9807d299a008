package bayesflow4j.models;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.catalog.ModelFamily;
import bayesflow4j.catalog.Options;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.numeric.Exp;
import bayesflow4j.random.Poisson;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Ricker's population model: N_{t+1} = r N_t e^(−N_t + ξ_t), ξ_t ~ N(0, σ²), observed as x_t ~ Poisson(ρ N_t).
 *
 * <p>The fourth parameter u does not enter the simulator: its posterior must equal its prior.
 */
public final class Ricker implements ModelFamily {
    private static final double LOG_START = StrictMath.log(10);

    @Override
    public String name() {
        return "ricker";
    }

    @Override
    public String description() {
        return "chaotic population dynamics, counted with Poisson noise";
    }

    @Override
    public GenerativeModel model(Options options) {
        return new GenerativeModel(
                options.nameOf(this),
                Prior.of("r", uniform(1, 90))
                        .and("sigma", uniform(0.05, 0.7))
                        .and("rho", uniform(0, 15))
                        .and("u", uniform(0, 1)),
                Ricker::simulate,
                ObservationCount.between(100, 500),
                DataKind.SERIES,
                List.of(new Column("count", Scaling.LOG1P)),
                "Wood (2010); Radev et al. (2020)");
    }

    private static Observations simulate(double[] theta, int count, RandomGenerator rng) {
        double logR = StrictMath.log(theta[0]);
        double sigma = theta[1];
        double rho = theta[2];
        // The logarithm of N: after a peak N may fall below the smallest double, and must come back.
        double logN = LOG_START;
        double n = Exp.of(logN);
        float[] x = new float[count];
        for (int t = 0; t < count; t++) {
            double mean = rho * n;
            // The next state first: its exponential is then ready when the count's branches are decided.
            logN += Math.fma(sigma, rng.nextGaussian(), logR - n);
            n = Exp.of(logN);
            x[t] = Poisson.sample(mean, rng);
        }
        return new Observations(count, 1, x);
    }
}
