package bayesflow4j.amortized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Posterior;
import bayesflow4j.random.Binomial;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Probabilities of discrete parameters against exact ones, by enumeration. Seeds are fixed: a test passes always or never. */
class DiscreteTruthTest {
    private static final Seed TEST_DATA = new Seed(2021);
    private static final int SETS = 50;

    /** The total variation distance between exact and learned probabilities, a mean over test data sets. */
    private static Estimate distance(List<double[]> exact, List<double[]> learned) {
        double[] each = new double[exact.size()];
        for (int k = 0; k < each.length; k++)
            for (int v = 0; v < exact.get(k).length; v++) each[k] += Math.abs(exact.get(k)[v] - learned.get(k)[v]) / 2;
        return Estimate.ofMean(each);
    }

    private static double[] learned(Posterior posterior, int first, int values) {
        double[] p = new double[values];
        for (int v = 0; v < values; v++)
            p[v] = posterior.knownProbabilities().getFirst().of(first + v);
        return p;
    }

    private static double[] normalized(double[] logs) {
        double top = Double.NEGATIVE_INFINITY;
        for (double log : logs) top = Math.max(top, log);
        double sum = 0;
        double[] p = new double[logs.length];
        for (int i = 0; i < p.length; i++) sum += p[i] = Math.exp(logs[i] - top);
        for (int i = 0; i < p.length; i++) p[i] /= sum;
        return p;
    }

    /** The mean of ten numbers jumps from 0 to m after row k; given k, m is normal. */
    @Test
    void thePositionOfAJump() {
        int rows = 10;
        Prior prior = Prior.of("m", Distribution.normal(0, 2)).and("k", Distribution.integers(1, rows - 1));
        GenerativeModel model = GenerativeModel.of(
                "jump",
                prior,
                (theta, count, rng) -> {
                    double[] x = new double[rows];
                    for (int i = 0; i < rows; i++) x[i] = (i < theta[1] ? 0 : theta[0]) + rng.nextGaussian();
                    return Observations.ofVector(x);
                },
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                IntStream.range(0, rows).mapToObj(i -> "x" + i).toArray(String[]::new));
        AmortizedPosterior network =
                Trainer.of(model).withSteps(2500).withSeed(new Seed(5)).train();
        List<double[]> exact = new ArrayList<>();
        List<double[]> learned = new ArrayList<>();
        double off = 0;
        for (int set = 0; set < SETS; set++) {
            Observations x = model.batch(TEST_DATA, set, 1).observations(0);
            double[] logs = new double[rows - 1];
            double[] means = new double[rows - 1];
            for (int k = 1; k < rows; k++) {
                double sum = 0;
                for (int i = k; i < rows; i++) sum += x.at(0, i);
                double precision = rows - k + 0.25;
                logs[k - 1] = sum * sum / precision / 2 - Math.log(precision) / 2;
                means[k - 1] = sum / precision;
            }
            exact.add(normalized(logs));
            learned.add(learned(network.given(x), 1, rows - 1));
            double mean = 0;
            for (int k = 0; k < rows - 1; k++) mean += exact.get(set)[k] * means[k];
            Draws draws = network.given(x).sample(500, TEST_DATA.nth(set));
            off += Math.abs(draws.mean()[0] - mean) / SETS;
        }
        Estimate distance = distance(exact, learned);
        assertTrue(distance.mean() < 0.06, "distance " + distance);
        assertTrue(off < 0.1, "means of m off by " + off);
    }

    /** Eight binomial counts with N and p unknown: N Poisson, p beta, by quadrature over p. */
    @Test
    void theNumberOfTrials() {
        Prior prior = Prior.of("N", Distribution.poisson(8)).and("p", Distribution.beta(2, 2));
        GenerativeModel model = GenerativeModel.of(
                "trials",
                prior,
                (theta, count, rng) -> {
                    double[] x = new double[count];
                    for (int i = 0; i < count; i++) x[i] = Binomial.sample((int) theta[0], theta[1], rng);
                    return Observations.of(x);
                },
                ObservationCount.exactly(8),
                DataKind.SET,
                "x");
        AmortizedPosterior network =
                Trainer.of(model).withSteps(2500).withSeed(new Seed(5)).train();
        int values = 40;
        int cells = 100;
        List<double[]> exact = new ArrayList<>();
        List<double[]> learned = new ArrayList<>();
        double divergence = 0;
        for (int set = 0; set < SETS; set++) {
            Observations x = model.batch(TEST_DATA, set, 1).observations(0);
            double[] logs = new double[values * cells];
            for (int n = 0; n < values; n++)
                for (int c = 0; c < cells; c++) {
                    double p = (c + 0.5) / cells;
                    double log = prior.logDensity(new double[] {n, p});
                    for (int i = 0; i < 8; i++)
                        log += Distribution.binomial(n, p).logDensity(x.at(i, 0));
                    logs[n * cells + c] = log;
                }
            double[] joint = normalized(logs);
            double[] marginal = new double[values];
            DensityPosterior posterior = DensityPosterior.of(network.given(x));
            for (int i = 0; i < joint.length; i++) {
                marginal[i / cells] += joint[i];
                if (joint[i] < 1e-5) continue;
                double[] theta = {i / cells, (i % cells + 0.5) / cells};
                divergence += joint[i] * (Math.log(joint[i] * cells) - posterior.logDensity(theta)) / SETS;
            }
            exact.add(marginal);
            learned.add(learned(posterior, 0, values));
        }
        Estimate distance = distance(exact, learned);
        assertTrue(distance.mean() < 0.06, "distance " + distance);
        assertEquals(0, divergence, 0.05, "KL of the joint posterior");
    }
}
