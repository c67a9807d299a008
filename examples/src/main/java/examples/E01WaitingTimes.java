package examples;

import static bayesflow4j.model.distribution.Distribution.*;

import bayesflow4j.amortized.*;
import bayesflow4j.model.*;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;

public class E01WaitingTimes {
    public static void main(String[] args) {
        Prior prior = Prior.of("rate", gamma(4, 4)).and("dead_time", uniform(0, 1));
        Simulator simulator = (theta, count, rng) -> {
            double[] x = new double[count];
            for (int i = 0; i < count; i++) x[i] = theta[1] + rng.nextExponential() / theta[0];
            return Observations.of(x);
        };
        var model = GenerativeModel.of(
                "waiting", prior, simulator, ObservationCount.between(5, 40), DataKind.SET, "seconds");
        AmortizedPosterior posterior = Trainer.of(model).withSteps(2000).train();
        var observed = Observations.of(0.9, 1.4, 0.5, 2.1, 0.7, 3.0, 0.6, 1.1);
        var draws = posterior.given(observed).sample(1000, new Seed(1));
        for (int j = 0; j < 2; j++)
            System.out.printf("%s: %.2f ± %.2f%n", draws.parameters().get(j), draws.mean()[j], draws.sd()[j]);
    }
}
