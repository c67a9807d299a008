package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.ExactPosterior;
import bayesflow4j.random.Seed;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every neural method on models whose posterior is known; the tolerances are some twice what these seeds leave. */
class MethodTruthTest {
    private static Estimator fit(String method, GenerativeModel model, long steps) {
        return Methods.named(method).fit(model, fitting(steps));
    }

    private static Fitting fitting(long steps) {
        return Fitting.DEFAULT.withBudget(new Budget.Steps(steps)).withSeed(new Seed(4));
    }

    /** E[log p(θ | x) − log q(θ | x)] over exact draws. */
    @ParameterizedTest
    @CsvSource({
        "flow, 800, 0.03",
        "maf, 800, 0.002",
        "spline, 800, 0.02",
        "mixture, 800, 0.1",
        "cvae, 2500, 0.02",
        "flow-matching, 500, 0.02"
    })
    void theNormalOfFiveDimensions(String method, long steps, double most) {
        GenerativeModel model = Models.named("mvn");
        double divergence = divergence(model, fit(method, model, steps));
        assertTrue(divergence > -0.02 && divergence < most, method + ": KL " + divergence);
    }

    /** The regression nearly solves this model; without it, all is left to the head: the KL after 20 steps is 1.7. */
    @ParameterizedTest
    @CsvSource({"maf, 800, 0.01", "cvae-iaf, 2500, 0.015"})
    void theNormalOfFiveDimensionsWithoutARegression(String method, long steps, double most) {
        GenerativeModel model = Models.named("mvn");
        Fitting fitting = fitting(steps).withSettings(Map.of("network", Map.of("regression", false)));
        double divergence = divergence(model, Methods.named(method).fit(model, fitting));
        assertTrue(divergence > -0.02 && divergence < most, method + ": KL " + divergence);
    }

    private static double divergence(GenerativeModel model, Estimator learned) {
        ExactPosterior exact = Models.exactPosterior("mvn").orElseThrow();
        double sum = 0;
        for (int k = 0; k < 100; k++) {
            Observations x = model.batch(new Seed(9), k, 1).observations(0);
            ExactPosterior.Given truth = exact.given(x);
            DensityPosterior q = DensityPosterior.of(learned.given(x));
            for (double[] theta : truth.sample(20, new Seed(10).nth(k)).rows())
                sum += truth.logDensity(theta) - q.logDensity(theta);
        }
        return sum / 2000;
    }

    /** How far q is from the best of its kind, and from the exact means in root mean square of standard deviations. */
    private record Closeness(double excess, double offMean) {}

    /** log q*(θ) − log q(θ) over exact draws θ, where q* has the exact means and covariances, or variances alone. */
    private static Closeness closeness(GenerativeModel model, Estimator learned, boolean correlated) {
        ExactPosterior exact = Models.exactPosterior("mvn").orElseThrow();
        double excess = 0;
        double squares = 0;
        for (int k = 0; k < 100; k++) {
            Observations x = model.batch(new Seed(9), k, 1).observations(0);
            ExactPosterior.Given truth = exact.given(x);
            double[] mean = learned.given(x).sample(1000, new Seed(11).nth(k)).mean();
            for (int j = 0; j < mean.length; j++)
                squares += Math.pow(mean[j] - truth.mean()[j], 2) / truth.covariance()[j][j] / mean.length;
            DensityPosterior q = DensityPosterior.of(learned.given(x));
            for (double[] theta : truth.sample(20, new Seed(10).nth(k)).rows())
                excess += (correlated ? truth.logDensity(theta) : product(truth, theta)) - q.logDensity(theta);
        }
        return new Closeness(excess / 2000, Math.sqrt(squares / 100));
    }

    /** log of the product of the marginal densities. */
    private static double product(ExactPosterior.Given truth, double[] theta) {
        double sum = 0;
        for (int j = 0; j < theta.length; j++) {
            double variance = truth.covariance()[j][j];
            double off = theta[j] - truth.mean()[j];
            sum -= (off * off / variance + Math.log(2 * Math.PI * variance)) / 2;
        }
        return sum;
    }

    /** The divergence of the best product of normals is half of Σ log Cⱼⱼ − log det C: it is not small for this model. */
    @Test
    void theExactPosteriorIsNoProduct() {
        ExactPosterior.Given truth =
                Models.exactPosterior("mvn").orElseThrow().given(Observations.ofVector(0, 0, 0, 0, 0));
        double sum = -Cholesky.of(truth.covariance()).logDet();
        for (int j = 0; j < 5; j++) sum += Math.log(truth.covariance()[j][j]);
        assertTrue(sum / 2 > 0.2, "divergence of the best product: " + sum / 2);
    }

    /**
     * Independent normals are the best product; with a full covariance, or with a regression that decorrelates the parameters
     * before the head, the posterior is exact.
     */
    @ParameterizedTest
    @CsvSource({"false, false, false", "true, false, true", "false, true, true"})
    void oneNormalForANormal(boolean correlated, boolean regression, boolean exact) {
        GenerativeModel model = Models.named("mvn");
        Map<String, Object> network = Map.of("regression", regression, "head", Map.of("correlated", correlated));
        Estimator learned =
                Methods.named("heteroscedastic").fit(model, fitting(1500).withSettings(Map.of("network", network)));
        Closeness close = closeness(model, learned, exact);
        assertEquals(0, close.excess, 0.02, close.toString());
        assertTrue(close.offMean < 0.1, close.toString());
    }

    /** One normal for four modes gives their mean and their standard deviations, and cannot give more. */
    @Test
    void oneNormalForFourModesHasTheirMoments() {
        GenerativeModel model = Models.named("gmm");
        Estimator learned = fit("heteroscedastic", model, 1500);
        Observations red = Observations.ofVector(1, 0, 0, 0);
        ExactPosterior.Given truth = Models.exactPosterior("gmm").orElseThrow().given(red);
        Draws draws = learned.given(red).sample(20_000, new Seed(1));
        for (int j = 0; j < 2; j++) {
            double sd = Math.sqrt(truth.covariance()[j][j]);
            assertEquals(truth.mean()[j], draws.mean()[j], 0.15 * sd);
            assertEquals(1, draws.sd()[j] / sd, 0.15);
        }
    }

    /** Enough components have all modes: each cluster of the label gets its quarter of the draws. */
    @ParameterizedTest
    @CsvSource({
        "mixture, 2000, 0.06",
        "maf, 1000, 0.06",
        "spline, 1000, 0.06",
        "flow-matching, 600, 0.06",
        "cvae, 4000, 0.1",
        "cvae-iaf, 1500, 0.06"
    })
    void fourModesAreFound(String method, long steps, double tolerance) {
        GenerativeModel model = Models.named("gmm");
        Draws draws = fit(method, model, steps)
                .given(Observations.ofVector(1, 0, 0, 0))
                .sample(20_000, new Seed(1));
        double[] shares = new double[8];
        for (double[] theta : draws.rows())
            shares[Math.floorMod(Math.round(8 * Math.atan2(theta[0], theta[1]) / (2 * Math.PI)), 8)] += 1.0 / 20_000;
        for (int cluster = 0; cluster < 4; cluster++) assertEquals(0.25, shares[cluster], tolerance, method);
    }
}
