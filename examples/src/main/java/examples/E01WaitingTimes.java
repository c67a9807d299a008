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
            float[] x = new float[count];
            for (int i = 0; i < count; i++) x[i] = (float) (theta[1] + rng.nextExponential() / theta[0]);
            return new Observations(count, 1, x);
        };
        var model = GenerativeModel.of(
                "waiting", prior, simulator, ObservationCount.between(5, 40), DataKind.SET, "seconds");
        AmortizedPosterior posterior = Trainer.of(model).withSteps(2000).train();
        var observed = new Observations(8, 1, new float[] {0.9f, 1.4f, 0.5f, 2.1f, 0.7f, 3.0f, 0.6f, 1.1f});
        var draws = posterior.given(observed).sample(1000, new Seed(1).stream(0));
        for (int j = 0; j < 2; j++)
            System.out.printf("%s: %.2f ± %.2f%n", draws.parameters().get(j), draws.mean()[j], draws.sd()[j]);
    }
}
