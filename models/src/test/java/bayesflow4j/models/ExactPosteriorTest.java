package bayesflow4j.models;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Goodness;
import bayesflow4j.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExactPosteriorTest {
    private static final int SETS = 4000;
    private static final int DRAWS = 19;

    /** The rank of the truth among draws of its exact posterior is uniform, for every parameter. */
    @ParameterizedTest
    @ValueSource(strings = {"mvn", "gmm", "gmm:variance=0.5", "regression"})
    void ranksAreUniform(String name) {
        GenerativeModel model = Models.named(name);
        int[][] ranks = ranks(
                model.withCount(model.count().least()),
                Models.exactPosterior(name).orElseThrow());
        for (int[] rank : ranks) assertUniform(name, rank);
    }

    @Test
    void anotherModelsPosteriorIsSeen() {
        int[][] ranks = ranks(
                Models.named("gmm"), Models.exactPosterior("gmm:variance=0.5").orElseThrow());
        assertThrows(AssertionError.class, () -> assertUniform("wrong", ranks[0]));
    }

    private static int[][] ranks(GenerativeModel model, ExactPosterior exact) {
        Batch batch = model.batch(new Seed(1), 0, SETS);
        int[][] ranks = new int[model.prior().dimension()][SETS];
        for (int m = 0; m < SETS; m++) {
            double[][] draws = exact.given(batch.observations(m))
                    .sample(DRAWS, new Seed(2).nth(m))
                    .rows();
            for (double[] draw : draws)
                for (int i = 0; i < ranks.length; i++) if (draw[i] < batch.theta()[m][i]) ranks[i][m]++;
        }
        return ranks;
    }

    private static void assertUniform(String name, int[] ranks) {
        Goodness.assertDiscrete(name, SETS, 0, DRAWS, i -> ranks[i], k -> 1.0 / (DRAWS + 1));
    }

    /** Draws agree with the mean and covariance, and E[log density] with that of the draws' own normal or mixture. */
    @ParameterizedTest
    @ValueSource(strings = {"mvn", "gmm", "regression"})
    void momentsBelongToTheDraws(String name) {
        GenerativeModel model = Models.named(name);
        Observations x = model.batch(new Seed(3), 0, 1).observations(0);
        ExactPosterior.Given posterior =
                Models.exactPosterior(name).orElseThrow().given(x);
        int count = 40_000;
        double[][] draws = posterior.sample(count, new Seed(4)).rows();
        double[][] covariance = posterior.covariance();
        for (int i = 0; i < covariance.length; i++) {
            double sum = 0;
            double product = 0;
            int j = (i + 1) % covariance.length;
            for (double[] draw : draws) {
                sum += draw[i];
                product +=
                        (draw[i] - posterior.mean()[i]) * (draw[j] - posterior.mean()[j]);
            }
            assertEquals(posterior.mean()[i], sum / count, 5 * Math.sqrt(covariance[i][i] / count));
            double spread = Math.sqrt(covariance[i][i] * covariance[j][j]);
            assertEquals(covariance[i][j], product / count, 5 * 1.5 * spread / Math.sqrt(count));
        }
    }

    /** log p(θ | x) − log p(θ) − log p(x | θ) is the same for all θ; the likelihood of the regression written out. */
    @Test
    void theDensityOfTheRegressionObeysBayes() {
        GenerativeModel model = Models.named("regression");
        Observations x = model.batch(new Seed(5), 0, 1).observations(0);
        ExactPosterior.Given posterior =
                Models.exactPosterior("regression").orElseThrow().given(x);
        RandomGenerator rng = new Seed(6).stream(0);
        double first = Double.NaN;
        for (int l = 0; l < 20; l++) {
            double[] theta = model.prior().sample(rng);
            double logLikelihood = 0;
            for (int n = 0; n < x.count(); n++) {
                double off = x.at(n, 4);
                for (int i = 0; i < 4; i++) off -= theta[i] * x.at(n, i);
                logLikelihood -= off * off / 2;
            }
            double constant = posterior.logDensity(theta) - model.prior().logDensity(theta) - logLikelihood;
            if (l == 0) first = constant;
            assertEquals(first, constant, 1e-6 * Math.abs(first));
        }
    }

    /** One standard normal number along each axis of a normal posterior lowers the log density by ½ per dimension. */
    @Test
    void theDensityOfTheNormalIsNormalized() {
        GenerativeModel model = Models.named("mvn:dimension=50");
        Observations x = model.batch(new Seed(7), 0, 1).observations(0);
        ExactPosterior.Given posterior =
                Models.exactPosterior("mvn:dimension=50").orElseThrow().given(x);
        double[][] draws = posterior.sample(4000, new Seed(8)).rows();
        double mean = 0;
        for (double[] draw : draws) mean += posterior.logDensity(draw) / draws.length;
        // χ²₅₀ / 2 has standard deviation 5: five standard errors, a false alarm in two million.
        assertEquals(posterior.logDensity(posterior.mean()) - 25, mean, 5 * 5 / Math.sqrt(draws.length));
    }

    /** Σ p(color) p(θ | color) = p(θ). */
    @Test
    void theMixtureOverColorsIsThePrior() {
        GenerativeModel model = Models.named("gmm");
        ExactPosterior exact = Models.exactPosterior("gmm").orElseThrow();
        double[] share = {0.5, 0.25, 0.125, 0.125};
        for (int l = 0; l < 50; l++) {
            double[] theta = model.prior().sample(new Seed(9).stream(l));
            double sum = 0;
            for (int color = 0; color < 4; color++) {
                float[] x = new float[4];
                x[color] = 1;
                sum += share[color]
                        * Math.exp(exact.given(new Observations(1, 4, x)).logDensity(theta));
            }
            assertEquals(model.prior().logDensity(theta), Math.log(sum), 1e-9);
        }
        assertThrows(IllegalArgumentException.class, () -> exact.given(new Observations(1, 4, new float[4])));
    }

    @Test
    void fiveHundredDimensionsAreWithinReach() {
        Batch batch = Models.named("mvn:dimension=500").batch(new Seed(10), 0, 2);
        ExactPosterior.Given posterior =
                Models.exactPosterior("mvn:dimension=500").orElseThrow().given(batch.observations(0));
        assertEquals(500, posterior.mean().length);
        assertTrue(Double.isFinite(posterior.logDensity(batch.theta()[0])));
    }
}
