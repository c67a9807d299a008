package bayesflow4j.amortized;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.flow.SplineHead;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import bayesflow4j.posterior.Probabilities;
import bayesflow4j.random.Seed;
import bayesflow4j.reference.NearestMethod;
import bayesflow4j.sequential.SmcMethod;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.training.FlowMethod;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A network of discrete and continuous parameters, whose bounds depend on each other, keeps what every estimator promises. */
class DiscreteNetworkTest extends EstimatorLaws {
    @TempDir
    static Path directory;

    private static AmortizedPosterior trained;

    private static final GenerativeModel MODEL = GenerativeModel.of(
            "mixed",
            Prior.parse(
                    List.of("rate", "n", "kind", "k", "x"),
                    List.of(
                            "gamma(4, 1)",
                            "poisson(rate)",
                            "categorical(low = 0.5, high = 0.5)",
                            "integers(0, n)",
                            "uniform(-1, n + 1)")),
            (theta, count, rng) -> {
                double[] x = new double[count];
                for (int i = 0; i < count; i++)
                    x[i] = theta[1] + 3 * theta[2] + theta[3] + theta[4] * rng.nextGaussian();
                return Observations.of(x);
            },
            ObservationCount.between(3, 6),
            DataKind.SET,
            "x");

    private static Trainer trainer() {
        return Trainer.of(MODEL)
                .withPlan(TrainingPlan.DEFAULT.withBatch(16).withSteps(200).withValidation(100, 64))
                .withSeed(new Seed(3));
    }

    @BeforeAll
    static void train() {
        trained = trainer().withThreads(1).train();
    }

    @Override
    protected Estimator estimator() {
        return trained;
    }

    @Override
    protected GenerativeModel model() {
        return MODEL;
    }

    private static final Observations X = Observations.of(3, 5, 4, 6);

    @Test
    void neitherThreadsNorAPauseMatter() {
        Path file = directory.resolve("checkpoint");
        AtomicInteger polls = new AtomicInteger();
        Trainer pausing =
                trainer().withThreads(2).withCheckpointing(new Fitting.Checkpointing(file, Duration.ZERO, true));
        assertThrows(
                TrainingStopped.class,
                () -> pausing.withStop(() -> polls.incrementAndGet() > 150).train());
        AmortizedPosterior resumed = pausing.train();
        assertArrayEquals(
                trained.given(X).sample(100, new Seed(1)).rows(),
                resumed.given(X).sample(100, new Seed(1)).rows());
    }

    @Test
    void theFileKeepsIt() throws IOException {
        Path file = directory.resolve("mixed.safetensors");
        EstimatorFile.write(trained, file);
        AmortizedPosterior read = (AmortizedPosterior) EstimatorFile.read(file);
        assertEquals(trained.schema(), read.schema());
        assertEquals(trained.given(X).knownProbabilities(), read.given(X).knownProbabilities());
        assertArrayEquals(
                trained.given(X).sample(100, new Seed(1)).rows(),
                read.given(X).sample(100, new Seed(1)).rows());
        Path again = directory.resolve("again.safetensors");
        EstimatorFile.write(read, again);
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(again));
    }

    /** Five standard errors for each of some thirty values: false-alarm rate 2 · 10⁻⁵. */
    @Test
    void probabilitiesAreTheSharesOfDraws() {
        int count = 20_000;
        var draws = trained.given(X).sample(count, new Seed(9));
        for (Probabilities known : trained.given(X).knownProbabilities()) {
            Probabilities drawn = Probabilities.of(known.parameter(), draws);
            assertEquals(
                    1, known.byValue().values().stream().mapToDouble(p -> p).sum(), 1e-6);
            known.byValue()
                    .forEach((value, p) -> assertEquals(
                            p,
                            drawn.of(value),
                            5 * Math.sqrt(p * (1 - p) / count) + 1e-3,
                            known.parameter() + " " + value));
        }
    }

    @Test
    void methodsThatCannotInferThemSaySo() {
        for (String message : List.of(
                assertThrows(IllegalArgumentException.class, () -> new NearestMethod().fit(MODEL, Fitting.DEFAULT))
                        .getMessage(),
                assertThrows(IllegalArgumentException.class, () -> new SmcMethod().fit(MODEL, X, Fitting.DEFAULT))
                        .getMessage())) assertTrue(message.contains("\"n\", which is discrete"), message);
    }

    /** With many stored simulations of a bounded prior the usual head is one of splines, which has no clamp. */
    @Test
    void settingsThatOnlyCouplingsHaveChooseThem() {
        GenerativeModel model = GenerativeModel.of(
                "bounded",
                Prior.parse(List.of("a"), List.of("uniform(0, 1)")),
                (theta, count, rng) -> Observations.ofVector(theta[0] + rng.nextGaussian()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "x");
        Fitting stored = Fitting.DEFAULT.withTable(SimulationTable.of(model.batches(new Seed(1), 5000, 500)));
        assertInstanceOf(
                SplineHead.class,
                new FlowMethod().trainer(model, stored).design().head());
        Map<String, Object> settings = Map.of("network", Map.of("head", Map.of("clamp", 1.5, "blocks", 3)));
        CouplingHead head = assertInstanceOf(
                CouplingHead.class,
                new FlowMethod()
                        .trainer(model, stored.withSettings(settings))
                        .design()
                        .head());
        assertEquals(3, head.blocks());
        assertEquals(1.5f, head.coupling().clamp());
    }
}
