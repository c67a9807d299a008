package bayesflow4j.amortized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.training.Optimizer;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A series with gaps against the exact posterior. The state is an AR(1), xₜ = φ·xₜ₋₁ + σ·εₜ, observed as yₜ = xₜ + ½·ηₜ.
 * Given (φ, σ), a Kalman filter has the likelihood of what was observed and leaves out what was not; the posterior
 * follows on a grid. One network is trained for all shares of missing values and tested at each.
 */
class GapsTruthTest {
    private static final double NOISE = 0.5;
    private static final int LENGTH = 30;
    private static final int SETS = 300;
    private static final int DRAWS = 299;
    private static final Seed TEST_DATA = new Seed(31);

    private static AmortizedPosterior learned;

    private static GenerativeModel series() {
        Prior prior = Prior.of("phi", Distribution.uniform(0, 1)).and("sigma", Distribution.uniform(0.5, 2));
        return GenerativeModel.of(
                "ar1",
                prior,
                (theta, count, rng) -> {
                    double[] y = new double[count];
                    double x = theta[1] / Math.sqrt(1 - theta[0] * theta[0]) * rng.nextGaussian();
                    for (int t = 0; t < count; t++) {
                        if (t > 0) x = theta[0] * x + theta[1] * rng.nextGaussian();
                        y[t] = x + NOISE * rng.nextGaussian();
                    }
                    return Observations.of(y);
                },
                ObservationCount.exactly(LENGTH),
                DataKind.SERIES,
                "y");
    }

    @BeforeAll
    static void train() {
        GenerativeModel model = series().withGaps(new Gaps(0, 0.5, Gaps.Pattern.RANDOM));
        NetworkDesign design = new NetworkDesign(
                new Recurrent(16, 16, 16), new CouplingHead(4, CouplingDesign.DEFAULT.withHidden(32, 32)), false);
        learned = Trainer.of(model)
                .withDesign(design)
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(64)
                        .withRate(new RateDesign.Cosine(3e-3f, 200))
                        .withSteps(3000)
                        .withOptimizer(Optimizer.SOAP.withWeightDecay(0))
                        .withValidation(1000, 256))
                .withSeed(new Seed(30))
                .train();
    }

    /**
     * Means, widths and ranks at one share. The bounds on means and widths are what this training leaves, with room; ranks
     * are tested by their mean, whose deviation is that of 300 uniform numbers: false-alarm rate 10⁻⁴ for each share and
     * parameter, and by the verdict, location, spread, shape and joint ranks: 1 % for each share; both once and for all, since
     * seeds are fixed.
     */
    @ParameterizedTest
    @CsvSource({"0, RANDOM", "0.2, RANDOM", "0.4, RANDOM", "0.3, BLOCKS"})
    void posteriorsAreTheExactOnesAtEveryShare(double share, Gaps.Pattern pattern) {
        GenerativeModel model = series().withGaps(new Gaps(share, share, pattern));
        double[] error = new double[2];
        double[] width = new double[2];
        double[] rank = new double[2];
        double[][] truths = new double[SETS][];
        List<Draws> all = new ArrayList<>();
        for (int k = 0; k < SETS; k++) {
            var batch = model.batch(TEST_DATA, k, 1);
            Observations x = batch.observations(0);
            Draws draws =
                    learned.given(x).sample(DRAWS, TEST_DATA.child("draws").nth(k));
            truths[k] = batch.theta()[0];
            all.add(draws);
            double[] exact = exact(x);
            for (int j = 0; j < 2; j++) {
                double z = (draws.mean()[j] - exact[j]) / exact[2 + j];
                error[j] += z * z / SETS;
                width[j] += draws.sd()[j] / exact[2 + j] / SETS;
                for (double draw : draws.column(j)) if (draw < batch.theta()[0][j]) rank[j] += 1.0 / DRAWS / SETS;
            }
        }
        for (int j = 0; j < 2; j++) {
            String which = List.of("phi", "sigma").get(j) + " at " + share + ": error " + Math.sqrt(error[j])
                    + ", width " + width[j] + ", rank " + rank[j];
            assertTrue(Math.sqrt(error[j]) < 0.35, which);
            assertEquals(1, width[j], 0.1, which);
            assertEquals(0.5, rank[j], 3.9 * Math.sqrt(1.0 / 12 / SETS), which);
        }
        Recovery recovery = Recovery.of(List.of("phi", "sigma"), truths, all);
        Verdict verdict = Verdict.of(recovery, Contraction.empirical(), TEST_DATA.child("verdict"));
        assertEquals(Verdict.Grade.GOOD, verdict.grade(), verdict.findings().toString());
    }

    /** Means, then standard deviations, of φ and σ under the exact posterior, by a grid over the prior. */
    private static double[] exact(Observations y) {
        int points = 40;
        double[] sum = new double[5];
        for (int a = 0; a < points; a++)
            for (int b = 0; b < points; b++) {
                double phi = (a + 0.5) / points;
                double sigma = 0.5 + 1.5 * (b + 0.5) / points;
                double p = Math.exp(logLikelihood(phi, sigma, y) + LENGTH);
                sum[0] += p * phi;
                sum[1] += p * sigma;
                sum[2] += p * phi * phi;
                sum[3] += p * sigma * sigma;
                sum[4] += p;
            }
        double phi = sum[0] / sum[4];
        double sigma = sum[1] / sum[4];
        return new double[] {
            phi, sigma, Math.sqrt(sum[2] / sum[4] - phi * phi), Math.sqrt(sum[3] / sum[4] - sigma * sigma)
        };
    }

    /** log p(y | φ, σ) by a Kalman filter that skips missing values. */
    private static double logLikelihood(double phi, double sigma, Observations y) {
        double mean = 0;
        double variance = sigma * sigma / (1 - phi * phi);
        double sum = 0;
        for (int t = 0; t < y.count(); t++) {
            double value = y.at(t, 0);
            if (!Double.isNaN(value)) {
                double predicted = variance + NOISE * NOISE;
                double innovation = value - mean;
                sum -= 0.5 * (Math.log(predicted) + innovation * innovation / predicted);
                double gain = variance / predicted;
                mean += gain * innovation;
                variance *= 1 - gain;
            }
            mean *= phi;
            variance = phi * phi * variance + sigma * sigma;
        }
        return sum;
    }
}
