package examples;

import static bayesflow4j.model.distribution.Distribution.*;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.method.*;
import bayesflow4j.model.*;
import bayesflow4j.training.ComparisonTrainer;

public class E03WhichModel {
    static GenerativeModel coin(String name, Prior prior, double side) {
        Simulator tosses = (theta, count, rng) -> {
            double[] x = new double[count];
            for (int i = 0; i < count; i++) x[i] = rng.nextDouble() < (theta.length == 0 ? side : theta[0]) ? 1 : 0;
            return Observations.of(x);
        };
        return GenerativeModel.of(name, prior, tosses, ObservationCount.between(10, 50), DataKind.SET, "heads");
    }

    public static void main(String[] args) {
        var models = Hypotheses.of(coin("fair", Prior.none(), 0.5), coin("bent", Prior.of("p", uniform(0, 1)), 0));
        var comparison = ComparisonTrainer.train(models, Fitting.DEFAULT.withBudget(new Budget.Steps(1000)));
        var p = comparison.given(Observations.of(1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1));
        System.out.printf("bent: %.2f ± %.2f%n", p.probabilities()[1], p.standardErrors()[1]);
        System.out.printf("log10 Bayes factor: %.2f%n", p.log10BayesFactor(1, 0).mean());
    }
}
