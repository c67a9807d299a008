package bayesflow4j.amortized;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.training.Optimizer;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Trained posteriors against the truth, where it is known. Seeds are fixed, so a test passes always or never. */
class TruthTest {
    private static final Seed SEED = new Seed(2020);
    private static final Seed TEST_DATA = new Seed(2021);

    private static AmortizedPosterior train(
            GenerativeModel model, NetworkDesign design, int batch, float rate, long steps) {
        return Trainer.of(model)
                .withDesign(design)
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(batch)
                        .withRate(new RateDesign.Cosine(rate, 200))
                        .withSteps(steps)
                        .withOptimizer(Optimizer.SOAP.withWeightDecay(0))
                        .withValidation(1000, 256))
                .withSeed(SEED)
                .train();
    }

    private static NetworkDesign withBlocks(GenerativeModel model, int blocks) {
        NetworkDesign design = NetworkDesign.of(model);
        return design.withHead(((CouplingHead) design.head()).withBlocks(blocks));
    }

    private static Observations observed(GenerativeModel model, int k) {
        return model.batch(TEST_DATA, k, 1).observations(0);
    }

    /** E[log p(θ | x) − log q(θ | x)] over test data sets and draws of the exact posterior, unbiased. */
    private static double divergence(
            ExactPosterior exact, AmortizedPosterior learned, GenerativeModel model, int sets, int draws) {
        double sum = 0;
        for (int k = 0; k < sets; k++) {
            Observations x = observed(model, k);
            ExactPosterior.Given truth = exact.given(x);
            DensityPosterior posterior = DensityPosterior.of(learned.given(x));
            for (double[] theta :
                    truth.sample(draws, TEST_DATA.child("draws").nth(k)).rows())
                sum += truth.logDensity(theta) - posterior.logDensity(theta);
        }
        return sum / (sets * draws);
    }

    @Test
    void theNormalOfFiveDimensions() {
        GenerativeModel model = Models.named("mvn");
        NetworkDesign design = withBlocks(model, 3);
        AmortizedPosterior learned = train(model, design, 128, 3e-3f, 1200);
        double divergence = divergence(Models.exactPosterior("mvn").orElseThrow(), learned, model, 200, 50);
        assertTrue(divergence < 0.02, "KL " + divergence);
    }

    /** The share of draws near each of a label's clusters, against the exact posterior's. */
    @Test
    void theMixtureHasAllModesOfEachLabelWithTheirWeights() {
        GenerativeModel model = Models.named("gmm");
        NetworkDesign design = withBlocks(model, 5);
        AmortizedPosterior learned = train(model, design, 128, 3e-3f, 2000);
        ExactPosterior exact = Models.exactPosterior("gmm").orElseThrow();
        for (int label = 0; label < 4; label++) {
            float[] hot = new float[4];
            hot[label] = 1;
            Observations x = new Observations(1, 4, hot);
            double[][] truth = exact.given(x)
                    .sample(20_000, SEED.child("exact").nth(label))
                    .rows();
            double[] expected = shares(truth);
            Draws draws = learned.given(x).sample(20_000, SEED.child("draws").nth(label));
            double[] actual = shares(draws.rows());
            for (int mode = 0; mode < 8; mode++) assertEquals(expected[mode], actual[mode], 0.04, "label " + label);
        }
    }

    /** Shares of points by the nearest of eight centers on a circle. */
    private static double[] shares(double[][] points) {
        double[] shares = new double[8];
        for (double[] p : points) {
            int sector = Math.floorMod(Math.round(8 * Math.atan2(p[0], p[1]) / (2 * Math.PI)), 8);
            shares[sector] += 1.0 / points.length;
        }
        return shares;
    }

    /**
     * Posterior variances of a regression fall with N as the exact ones do, about as 1/N: from N = 5 to N = 20 by a factor of
     * four. What a training of this length leaves, measured when written: 3, 17 and 25 per cent too wide, KL 0.22.
     */
    @Test
    void aRegressionContractsAsItShould() {
        GenerativeModel model = Models.named("regression").withCount(ObservationCount.between(5, 20));
        ExactPosterior exact = Models.exactPosterior("regression").orElseThrow();
        NetworkDesign design = new NetworkDesign(
                new Invariant(0, 64, 2, 64, Pool.MEAN),
                new CouplingHead(4, CouplingDesign.DEFAULT.withHidden(64, 64)),
                false);
        AmortizedPosterior learned = train(model, design, 64, 3e-3f, 2500);
        double divergence = divergence(exact, learned, model, 300, 20);
        for (int n : new int[] {5, 10, 20}) {
            double learnedVariance = 0;
            double exactVariance = 0;
            for (int k = 0; k < 200; k++) {
                Observations x = observed(model.withCount(n), k);
                double[] sd = learned.given(x).sample(500, SEED.nth(k)).sd();
                double[][] covariance = exact.given(x).covariance();
                for (int j = 0; j < 4; j++) {
                    learnedVariance += sd[j] * sd[j];
                    exactVariance += covariance[j][j];
                }
            }
            assertEquals(1, learnedVariance / exactVariance, 0.3, "N = " + n);
        }
        assertTrue(divergence < 0.3, "KL " + divergence);
    }

    /** Ricker's fourth parameter has no influence on the data: its posterior is its prior, uniform on (0, 1). */
    @Test
    void aParameterWithoutInfluenceKeepsItsPrior() {
        GenerativeModel model = Models.named("ricker").withCount(ObservationCount.between(20, 40));
        NetworkDesign design = new NetworkDesign(
                new Recurrent(16, 16, 16), new CouplingHead(3, CouplingDesign.DEFAULT.withHidden(32, 32)), false);
        AmortizedPosterior learned = train(model, design, 64, 3e-3f, 1200);
        int sets = 40;
        int draws = 500;
        double[] u = new double[sets * draws];
        for (int k = 0; k < sets; k++) {
            double[] column = learned.given(observed(model, k))
                    .sample(draws, SEED.child("u").nth(k))
                    .column(3);
            System.arraycopy(column, 0, u, k * draws, draws);
        }
        Arrays.sort(u);
        double distance = 0;
        for (int i = 0; i < u.length; i++) distance = Math.max(distance, Math.abs(u[i] - (i + 0.5) / u.length));
        assertTrue(distance < 0.03, "largest distance from the uniform distribution function " + distance);
    }
}
