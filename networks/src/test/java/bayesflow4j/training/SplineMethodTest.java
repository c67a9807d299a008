package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.head.flow.SplineHead;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splines on the quantiles of a prior whose bounds depend on another parameter, and the laws of estimators for them. */
class SplineMethodTest extends EstimatorLaws {
    private static final double NOISE = 0.3;
    private static final GenerativeModel MODEL = model(List.of("uniform(-1, 1)", "uniform(-2, center)"));
    private static Estimator trained;

    private static GenerativeModel model(List<String> prior) {
        return new GenerativeModel(
                "edges",
                Prior.parse(List.of("center", "below"), prior),
                (theta, count, rng) -> Observations.ofVector(theta[0] + NOISE * rng.nextGaussian()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                List.of(new Column("x", Scaling.STANDARD)),
                "a test");
    }

    @BeforeAll
    static void train() {
        trained = Methods.named("spline")
                .fit(MODEL, Fitting.DEFAULT.withBudget(new Budget.Steps(600)).withSeed(new Seed(3)));
    }

    @Override
    protected Estimator estimator() {
        return trained;
    }

    @Override
    protected GenerativeModel model() {
        return MODEL;
    }

    /**
     * KL divergence from the exact posterior on a grid: N(θ₁; x, NOISE²) truncated to [−1, 1], and θ₂ uniform below it. The
     * tolerance is some three times what this seed leaves.
     */
    @Test
    void theEdgeOfThePriorIsTheEdgeOfThePosterior() {
        DensityPosterior posterior = DensityPosterior.of(trained.given(Observations.ofVector(0.9)));
        double weights = 0;
        double divergence = 0;
        for (double center = -0.995; center < 1; center += 0.01)
            weights += Math.exp(-Math.pow((0.9 - center) / NOISE, 2) / 2) * 0.01;
        for (double center = -0.995; center < 1; center += 0.01)
            for (double share = 0.025; share < 1; share += 0.05) {
                double density = Math.exp(-Math.pow((0.9 - center) / NOISE, 2) / 2) / weights;
                double learned = posterior.logDensity(new double[] {center, -2 + share * (center + 2)});
                divergence += density * 0.01 * 0.05 * (Math.log(density / (center + 2)) - learned);
            }
        assertEquals(0, divergence, 0.03);
    }

    @Test
    void aFileHoldsTheQuantiles(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("spline.safetensors");
        EstimatorFile.write(trained, file);
        Estimator read = EstimatorFile.read(file);
        Observations x = Observations.ofVector(0.2);
        assertArrayEquals(
                trained.given(x).sample(100, new Seed(5)).rows(),
                read.given(x).sample(100, new Seed(5)).rows());
        double[] theta = {0.1, -0.5};
        assertEquals(
                DensityPosterior.of(trained.given(x)).logDensity(theta),
                DensityPosterior.of(read.given(x)).logDensity(theta));
    }

    @Test
    void theScaleFollowsThePrior() {
        NetworkDesign bounded = method("spline").design(MODEL);
        assertTrue(((SplineHead) bounded.head()).quantiles());
        assertFalse(bounded.regression());
        NetworkDesign unbounded = method("spline").design(model(List.of("uniform(-1, 1)", "normal(center, 1)")));
        assertFalse(((SplineHead) unbounded.head()).quantiles());
        assertTrue(unbounded.regression());
    }

    /** The defaults that decision 008 measured. */
    @Test
    void manyStoredSimulationsOfABoundedPriorUseSplines() {
        assertEquals(method("spline").design(MODEL), NetworkDesign.of(MODEL, 10_000));
        assertEquals(3, TrainingPlan.of(MODEL, 10_000).members());
        assertEquals(1, TrainingPlan.of(MODEL, 100_000).members());
        assertFalse(NetworkDesign.of(MODEL, 1000).head().onQuantiles());
        assertEquals(1, TrainingPlan.of(MODEL, 1000).members());
        assertFalse(NetworkDesign.of(Models.named("mvn"), 10_000).head().onQuantiles());
        assertEquals(1, TrainingPlan.of(Models.named("mvn"), 10_000).members());
    }

    private static NeuralMethod method(String name) {
        return (NeuralMethod) Methods.named(name);
    }

    /** Uniform quantiles need a bounded prior, and leave no room for residuals of a regression. */
    @Test
    void quantilesThatCannotBeAreRefused() {
        Map<String, Object> quantiles = Map.of("head", Map.of("kind", "spline", "quantiles", true));
        Fitting fitting = Fitting.DEFAULT.withSettings(Map.of("network", quantiles));
        String regression = assertThrows(
                        FieldException.class, () -> Methods.named("flow").fit(MODEL, fitting))
                .getMessage();
        assertTrue(regression.contains("network.regression: expected false"), regression);
        String prior = assertThrows(
                        FieldException.class,
                        () -> Methods.named("spline")
                                .fit(
                                        Models.named("mvn"),
                                        fitting.withSettings(Map.of(
                                                "network",
                                                Map.of("head", Map.of("quantiles", true), "regression", false)))))
                .getMessage();
        assertTrue(prior.contains("network.head.quantiles: expected false"), prior);
    }
}
