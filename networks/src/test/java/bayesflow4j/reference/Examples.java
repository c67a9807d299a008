package bayesflow4j.reference;

import static bayesflow4j.model.distribution.Distribution.uniform;

import bayesflow4j.catalog.Methods;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.Map;

/** A model and fits of it that take a second or two. */
final class Examples {
    private Examples() {}

    /** Normal numbers between bounds of which one depends on the other parameter; N from 3 to 6. */
    static GenerativeModel model() {
        return GenerativeModel.of(
                "bounds",
                Prior.of("high", uniform(1, 4)).and("low", "uniform(0.5, high)"),
                (theta, count, rng) -> {
                    double[] x = new double[count];
                    for (int i = 0; i < count; i++) x[i] = theta[1] + (theta[0] - theta[1]) * rng.nextDouble();
                    return Observations.of(x);
                },
                ObservationCount.between(3, 6),
                DataKind.SET,
                "x");
    }

    /** A small network trained for 60 steps, and these settings of the table. */
    static Fitting fitting(Map<String, Object> abc) {
        return Fitting.DEFAULT
                .withSettings(Map.of(
                        "network",
                        Map.of("summary", Map.of("width", 16, "out", 6)),
                        "training",
                        Map.of("batch", 16, "validationSets", 64),
                        "abc",
                        abc))
                .withBudget(new Budget.Steps(60))
                .withSeed(new Seed(3));
    }

    static Fitting nearest() {
        return fitting(Map.of("simulations", 2000));
    }

    static Fitting forest() {
        return fitting(Map.of("simulations", 1000, "trees", 20));
    }

    static TablePosterior fit(String method, Fitting fitting) {
        return (TablePosterior) Methods.named(method).fit(model(), fitting);
    }
}
