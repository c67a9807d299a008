package bayesflow4j.benchmarks.evidence;

import static bayesflow4j.model.distribution.Distribution.normal;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import java.util.random.RandomGenerator;

/** x ~ N(0, 1), a model without parameters, or x ~ N(μ, 1) with μ ~ N(0, 1). */
public final class NormalMean implements NestedModels {
    private static final ObservationCount COUNT = ObservationCount.between(10, 100);

    @Override
    public String name() {
        return "normal mean";
    }

    @Override
    public Hypotheses hypotheses() {
        return Hypotheses.of(
                GenerativeModel.of("zero", Prior.none(), (θ, n, rng) -> draw(0, n, rng), COUNT, DataKind.SET, "x"),
                GenerativeModel.of(
                        "mean",
                        Prior.of("mu", normal(0, 1)),
                        (θ, n, rng) -> draw(θ[0], n, rng),
                        COUNT,
                        DataKind.SET,
                        "x"));
    }

    private static Observations draw(double mean, int count, RandomGenerator rng) {
        double[] x = new double[count];
        for (int i = 0; i < count; i++) x[i] = rng.nextGaussian(mean, 1);
        return Observations.of(x);
    }

    @Override
    public double logBayesFactor(Observations x) {
        double sum = 0;
        for (float value : x.values()) sum += value;
        double n = x.count();
        return sum * sum / (1 + n) / 2 - Math.log1p(n) / 2;
    }
}
