package examples;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.method.Budget;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;

/** The posterior of one data set with a few hundred simulations: how fast a cup of coffee cools, measured five times. */
public final class E04OneDataSet {
    public static void main(String[] args) {
        GenerativeModel model = GenerativeModel.of(
                "cooling",
                Prior.of("rate", uniform(0.1, 2)).and("ambient", uniform(10, 30)),
                (theta, count, rng) -> {
                    double[] y = new double[5];
                    for (int t = 0; t < 5; t++)
                        y[t] = theta[1] + (90 - theta[1]) * Math.exp(-theta[0] * t) + rng.nextGaussian();
                    return Observations.ofVector(y);
                },
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "t0",
                "t1",
                "t2",
                "t3",
                "t4");
        Observations observed = Observations.ofVector(90.2, 55.1, 37.6, 28.3, 24.4);

        CaseFit fit = CaseMethods.named("tsnpe")
                .fit(model, observed, Fitting.DEFAULT.withBudget(new Budget.Simulations(600)));
        Draws draws = fit.posterior().sample(2000, new Seed(1));
        fit.rounds().forEach(round -> System.out.println(String.join("  ", round.cells())));
        System.out.printf("rate: %.2f ± %.2f%n", draws.mean()[0], draws.sd()[0]);
    }

    private E04OneDataSet() {}
}
