package bayesflow4j.benchmarks.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.LongStream;
import org.apache.commons.numbers.gamma.LogGamma;
import org.junit.jupiter.api.Test;

/**
 * The exact Bayes factors against means of the likelihood over 20,000 draws from the priors. For few rows these means are known to
 * about two percent, so that a difference of 0.15 has a false-alarm rate below 1 in 10⁵.
 */
class NestedModelsTest {
    private static final int DRAWS = 20_000;

    private static double logEvidence(
            GenerativeModel model, ToDoubleBiFunction<double[], Observations> log, Observations x) {
        Seed seed = new Seed(31).child(model.name());
        double shift = x.count();
        return Math.log(LongStream.range(0, DRAWS)
                        .parallel()
                        .mapToDouble(i ->
                                Math.exp(log.applyAsDouble(model.prior().sample(seed.stream(i)), x) + shift))
                        .average()
                        .orElseThrow())
                - shift;
    }

    private static void assertExact(
            NestedModels models, ToDoubleBiFunction<double[], Observations> log, Observations x) {
        double sampled = logEvidence(models.hypotheses().models().get(1), log, x)
                - logEvidence(models.hypotheses().models().get(0), log, x);
        assertEquals(sampled, models.logBayesFactor(x), 0.15, models.name());
    }

    @Test
    void normalMean() {
        assertExact(
                new NormalMean(),
                (theta, x) -> {
                    double sum = 0;
                    for (float v : x.values()) sum -= Math.pow(v - (theta.length == 0 ? 0 : theta[0]), 2) / 2;
                    return sum;
                },
                Observations.of(0.4, -0.3, 1.2, 0.8));
    }

    @Test
    void regressionTerm() {
        assertExact(
                new RegressionTerm(),
                (theta, x) -> {
                    double sum = x.count() * Math.log(theta[0]) / 2;
                    for (int n = 0; n < x.count(); n++) {
                        double mean = theta[1] + (theta.length > 2 ? theta[2] * x.at(n, 0) : 0);
                        sum -= Math.pow(x.at(n, 1) * Math.sqrt(theta[0]) - mean, 2) / 2;
                    }
                    return sum;
                },
                Observations.ofRows(
                        new double[] {-1, -0.5}, new double[] {0.2, 0.4}, new double[] {1.3, 0.9}, new double[] {
                            0.5, 1.1
                        }));
    }

    @Test
    void overdispersedCounts() {
        assertExact(
                new OverdispersedCounts(),
                (theta, x) -> {
                    double sum = 0;
                    for (float v : x.values())
                        sum += theta.length == 1
                                ? v * Math.log(theta[0]) - theta[0]
                                : LogGamma.value(v + theta[1])
                                        - LogGamma.value(theta[1])
                                        + v * Math.log(theta[0] / (theta[0] + theta[1]))
                                        - theta[1] * Math.log1p(theta[0] / theta[1]);
                    return sum;
                },
                Observations.of(0, 7, 1, 2, 9));
    }
}
