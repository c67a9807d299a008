package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Normal data whose mean is 0, a model without parameters, or drawn from N(0, 1): the Bayes factor has a closed form. */
final class NormalMeans {
    static final ObservationCount COUNT = ObservationCount.between(5, 20);
    static final Hypotheses MODELS = Hypotheses.of(
            GenerativeModel.of("zero", Prior.none(), (θ, n, rng) -> draw(0, n, rng), COUNT, DataKind.SET, "x"),
            GenerativeModel.of(
                    "mean", Prior.of("mu", normal(0, 1)), (θ, n, rng) -> draw(θ[0], n, rng), COUNT, DataKind.SET, "x"));
    static final Fitting SHORT =
            Fitting.DEFAULT.withBudget(new Budget.Steps(20)).withThreads(2);

    private NormalMeans() {}

    static Observations draw(double mean, int count, RandomGenerator rng) {
        double[] x = new double[count];
        for (int i = 0; i < count; i++) x[i] = rng.nextGaussian(mean, 1);
        return Observations.of(x);
    }

    static double exact(Observations x) {
        double sum = 0;
        for (float value : x.values()) sum += value;
        return (sum * sum / (1 + x.count()) - Math.log1p(x.count())) / 2 / Math.log(10);
    }

    static List<Observations> dataSets(int count) {
        return SimulationTable.of(MODELS.mixture().batches(new Seed(77), count, 1))
                .x();
    }

    static double within(ModelComparison comparison, double from, double to) {
        int within = 0;
        int all = 0;
        for (Observations x : dataSets(3000)) {
            double exact = exact(x);
            if (Math.abs(exact) < from || Math.abs(exact) >= to) continue;
            Estimate estimate = comparison.given(x).log10BayesFactor(1, 0);
            if (Math.abs(estimate.mean() - exact) <= 2 * estimate.se()) within++;
            all++;
        }
        return (double) within / all;
    }

    static double[][] answers(ModelComparison comparison) {
        return dataSets(5).stream()
                .map(comparison::given)
                .flatMap(p -> Stream.of(p.probabilities(), p.standardErrors()))
                .toArray(double[][]::new);
    }
}
