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
import bayesflow4j.model.distribution.Support;
import bayesflow4j.random.Binomial;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The stochastic SIR epidemic in steps of Δt = 0.1: Binomial(S, 1 − e^(−β (I + ι)/N Δt)) of the susceptible become
 * infected, Binomial(I, 1 − e^(−γ Δt)) of the infected recover. N = 1000 with one infected at the start; the data are
 * shares of N, from the start on.
 *
 * <p>ι is infection from outside. The paper's text has none, but its published accuracy is for ι = ½: without it, an
 * outbreak that dies out at once says nothing about β.
 */
public final class Sir implements ModelFamily {
    private static final int POPULATION = 1000;
    private static final double DT = 0.1;

    @Override
    public String name() {
        return "sir";
    }

    @Override
    public String description() {
        return "stochastic epidemic: susceptible, infected and recovered shares of a population of 1000";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("iota", "0.5", "infection from outside, in infected individuals; the paper's text has 0"),
                new Option("gamma-from", "0.01", "lower bound of gamma; the authors' code has 0"));
    }

    @Override
    public GenerativeModel model(Options options) {
        double iota = options.number("iota", 0, POPULATION);
        // Below the lower bound of beta the interval of gamma would be empty.
        double from = options.number("gamma-from", 0, 0.01);
        return new GenerativeModel(
                options.nameOf(this),
                Prior.of("beta", uniform(0.01, 1))
                        .and(
                                "gamma",
                                "uniform(" + options.text("gamma-from") + ", beta)",
                                Support.between(from, 1),
                                earlier -> uniform(from, earlier.of("beta"))),
                (theta, count, rng) -> simulate(theta, count, iota, rng),
                ObservationCount.between(200, 500),
                DataKind.SERIES,
                List.of(new Column("S"), new Column("I"), new Column("R")),
                "Keeling and Rohani (2011); Radev et al. (2020)");
    }

    private static Observations simulate(double[] theta, int count, double iota, RandomGenerator rng) {
        double contacts = theta[0] * DT / POPULATION;
        double recovery = theta[1] * DT;
        int s = POPULATION - 1;
        int i = 1;
        float[] x = new float[3 * count];
        for (int t = 0; t < count; t++) {
            x[3 * t] = (float) s / POPULATION;
            x[3 * t + 1] = (float) i / POPULATION;
            x[3 * t + 2] = (float) (POPULATION - s - i) / POPULATION;
            int infected = Binomial.ofHazard(s, contacts * (i + iota), rng);
            int recovered = Binomial.ofHazard(i, recovery, rng);
            s -= infected;
            i += infected - recovered;
        }
        return new Observations(count, 3, x);
    }
}
