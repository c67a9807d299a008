package bayesflow4j.toy;

import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A head and a summary network of the test tree train, are saved, loaded and asked, all by the public API alone. */
class ToyTest {
    /** μ ~ N(0, 1), four numbers of N(μ, 1): the posterior is N(4/5 · mean, 1/5). */
    private static final GenerativeModel MODEL = GenerativeModel.of(
            "means",
            Prior.of("mu", normal(0, 1)),
            (theta, count, rng) -> Observations.of(
                    rng.doubles(count).map(u -> theta[0] + rng.nextGaussian()).toArray()),
            ObservationCount.exactly(4),
            DataKind.SET,
            "x");

    private static Fitting with(Map<String, Object> head) {
        return Fitting.DEFAULT
                .withSettings(Map.of("network", Map.of("summary", Map.of("kind", "toy-means"), "head", head)))
                .withBudget(new Budget.Steps(1500))
                .withSeed(new Seed(3));
    }

    @Test
    void aNewHeadAndANewSummaryNetworkAreFoundByName(@TempDir Path directory) throws IOException {
        Estimator trained =
                Methods.named("flow").fit(MODEL, with(Map.of("kind", "toy-location", "deviation", Math.sqrt(0.2))));
        Observations x = Observations.of(0.5, 1.5, 1, 2);
        Draws draws = trained.given(x).sample(4000, new Seed(1));
        // The exact mean is 1; 1500 steps leave a few hundredths, and 4000 draws a standard error of 0.007.
        assertEquals(1, draws.mean()[0], 0.1);
        assertEquals(Math.sqrt(0.2), draws.sd()[0], 0.05);
        assertTrue(DensityPosterior.of(trained.given(x)).logDensity(new double[] {1})
                > DensityPosterior.of(trained.given(x)).logDensity(new double[] {2}));
        Path file = directory.resolve("toy.safetensors");
        EstimatorFile.write(trained, file);
        Estimator read = EstimatorFile.read(file);
        assertArrayEquals(
                draws.column(0), read.given(x).sample(4000, new Seed(1)).column(0));
    }

    @Test
    void whatIsNotSaidIsTakenFromTheKind() {
        Map<String, Object> settings = Methods.named("flow").settings(MODEL, with(Map.of("kind", "toy-location")));
        Map<?, ?> network = (Map<?, ?>) settings.get("network");
        assertEquals(1.0, ((Number) ((Map<?, ?>) network.get("head")).get("deviation")).doubleValue());
        FieldException unknown = assertThrows(
                FieldException.class, () -> Methods.named("flow").settings(MODEL, with(Map.of("kind", "toy-loction"))));
        assertEquals("network.head.kind", unknown.path());
        assertTrue(unknown.getMessage().contains("Did you mean \"toy-location\"?"), unknown.getMessage());
    }
}
