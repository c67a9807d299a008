package bayesflow4j.benchmarks.evidence;

import static bayesflow4j.model.distribution.Distribution.gamma;
import static bayesflow4j.model.distribution.Distribution.logNormal;

import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.GammaSampler;
import bayesflow4j.random.Poisson;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * Counts that are Poisson with mean λ ~ Gamma(3, 1), or negative binomial with the same mean and shape φ ~ LogNormal(1, 1); as φ
 * grows, the second becomes the first. The evidence of the first has a closed form, that of the second is a quadrature over
 * log λ and log φ.
 */
public final class OverdispersedCounts implements NestedModels {
    private static final ObservationCount COUNT = ObservationCount.between(20, 100);
    private static final double SHAPE = 3;
    private static final double LOG_MEAN = 1;
    private static final double LOG_DEVIATION = 1;

    private static final double LOG_RATE_FROM = -6;
    private static final double LOG_RATE_TO = 4;
    private static final int RATES = 500;
    private static final double DEVIATIONS = 6;
    private static final int SHAPES = 121;

    @Override
    public String name() {
        return "Poisson or negative binomial";
    }

    @Override
    public Hypotheses hypotheses() {
        return Hypotheses.of(
                GenerativeModel.of(
                        "poisson",
                        Prior.of("rate", gamma(SHAPE, 1)),
                        (θ, n, rng) -> draw(θ[0], Double.POSITIVE_INFINITY, n, rng),
                        COUNT,
                        DataKind.SET,
                        "count"),
                GenerativeModel.of(
                        "negative-binomial",
                        Prior.of("rate", gamma(SHAPE, 1)).and("shape", logNormal(LOG_MEAN, LOG_DEVIATION)),
                        (θ, n, rng) -> draw(θ[0], θ[1], n, rng),
                        COUNT,
                        DataKind.SET,
                        "count"));
    }

    private static Observations draw(double rate, double shape, int count, RandomGenerator rng) {
        double[] x = new double[count];
        for (int i = 0; i < count; i++)
            x[i] = Poisson.sample(Double.isInfinite(shape) ? rate : rate * GammaSampler.of(shape, rng) / shape, rng);
        return Observations.of(x);
    }

    /** Factorials of the counts are in both evidences, and left out of both. */
    @Override
    public double logBayesFactor(Observations x) {
        double sum = 0;
        for (float value : x.values()) sum += value;
        double poisson = LogGamma.value(SHAPE + sum) - LogGamma.value(SHAPE) - (SHAPE + sum) * Math.log1p(x.count());
        return negativeBinomial(x, sum) - poisson;
    }

    private static double negativeBinomial(Observations x, double sum) {
        double[] logs = IntStream.range(0, SHAPES)
                .parallel()
                .mapToDouble(i -> {
                    double z = DEVIATIONS * (2.0 * i / (SHAPES - 1) - 1);
                    return overRates(x, sum, Math.exp(LOG_MEAN + LOG_DEVIATION * z)) - z * z / 2;
                })
                .toArray();
        return logSum(logs) + Math.log(2 * DEVIATIONS / (SHAPES - 1) / Math.sqrt(2 * Math.PI));
    }

    /** The logarithm of the integral over λ of its prior and the likelihood, given φ. */
    private static double overRates(Observations x, double sum, double shape) {
        double counts = -x.count() * LogGamma.value(shape);
        for (float value : x.values()) counts += LogGamma.value(value + shape);
        double step = (LOG_RATE_TO - LOG_RATE_FROM) / (RATES - 1);
        double[] logs = new double[RATES];
        for (int i = 0; i < RATES; i++) {
            double logRate = LOG_RATE_FROM + i * step;
            double rate = Math.exp(logRate);
            logs[i] = SHAPE * logRate
                    - rate
                    - LogGamma.value(SHAPE)
                    + sum * (logRate - Math.log(rate + shape))
                    - x.count() * shape * Math.log1p(rate / shape);
        }
        return counts + logSum(logs) + Math.log(step);
    }

    private static double logSum(double[] logs) {
        double largest =
                IntStream.range(0, logs.length).mapToDouble(i -> logs[i]).max().orElseThrow();
        double sum = 0;
        for (double log : logs) sum += Math.exp(log - largest);
        return largest + Math.log(sum);
    }
}
