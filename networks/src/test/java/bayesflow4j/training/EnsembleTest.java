package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.data.DataFileException;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.EstimatorLaws;
import bayesflow4j.posterior.Mixture;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three small networks on a table of 400 simulations, and the laws of estimators for their mixture. */
class EnsembleTest extends EstimatorLaws {
    private static final Observations X = Observations.ofVector(0.4);
    private static final GenerativeModel MODEL = new GenerativeModel(
            "below",
            Prior.parse(List.of("center", "below"), List.of("normal(0, 1)", "uniform(-9, center)")),
            (theta, count, rng) -> Observations.ofVector(theta[0] + 0.5 * rng.nextGaussian()),
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            List.of(new Column("x", Scaling.STANDARD)),
            "a test");
    private static SimulationTable table;
    private static Ensemble trained;

    private static Fitting fitting(int steps) {
        Map<String, Object> training = Map.of("members", 3, "budget", Map.of("steps", steps), "validateEvery", 40);
        Map<String, Object> network = Map.of("head", Map.of("blocks", 2, "hidden", List.of(8)));
        return Fitting.DEFAULT
                .withSettings(Map.of("training", training, "network", network))
                .withTable(table)
                .withSeed(new Seed(2));
    }

    private static Ensemble fit(Fitting fitting) {
        return (Ensemble) Methods.named("flow").fit(MODEL, fitting);
    }

    @BeforeAll
    static void train() {
        table = SimulationTable.of(MODEL.batches(new Seed(1), 400, 100));
        trained = fit(fitting(300).withThreads(2));
    }

    @Override
    protected Estimator estimator() {
        return trained;
    }

    @Override
    protected GenerativeModel model() {
        return MODEL;
    }

    private static void assertSame(Estimator a, Estimator b) {
        assertArrayEquals(
                a.given(X).sample(99, new Seed(3)).rows(),
                b.given(X).sample(99, new Seed(3)).rows());
        double[] theta = {0.3, -2};
        assertEquals(
                DensityPosterior.of(a.given(X)).logDensity(theta),
                DensityPosterior.of(b.given(X)).logDensity(theta));
    }

    @Test
    void membersDifferAndThreadsDoNotMatter() {
        assertEquals(3, trained.members().size());
        assertSame(trained, fit(fitting(300).withThreads(1)));
        assertSame(trained, fit(fitting(300).withThreads(7)));
        Set<Double> densities = new HashSet<>();
        for (Referenced member : trained.members())
            densities.add(DensityPosterior.of(member.given(X)).logDensity(new double[] {0.3, -2}));
        assertEquals(3, densities.size());
        assertEquals(400, trained.provenance().simulations());
        assertEquals(900, trained.provenance().training().orElseThrow().steps());
        List<Provenance.Training> courses = Ensemble.courses(trained);
        assertEquals(
                List.of(300L, 300L, 300L),
                courses.stream().map(Provenance.Training::steps).toList());
    }

    @Test
    void oneFileHoldsAllMembers(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("ensemble.safetensors");
        EstimatorFile.write(trained, file);
        Ensemble read = (Ensemble) EstimatorFile.read(file);
        assertSame(trained, read);
        assertArrayEquals(trained.referenceSummaries(), read.referenceSummaries());
        assertArrayEquals(trained.referenceProfiles(), read.referenceProfiles());
        assertEquals(80, read.referenceProfiles().length);
        assertEquals(trained.provenance(), read.provenance());
    }

    /** Stopped when the second member is at its second state and others are finished or not: the rest is as if never stopped. */
    @Test
    void aStoppedAndResumedTrainingEndsWithTheSameWeights(@TempDir Path directory) {
        Checkpointing where = new Checkpointing(directory.resolve("net.checkpoint"), Duration.ZERO, true);
        AtomicBoolean stop = new AtomicBoolean();
        Fitting stopped = fitting(300)
                .withThreads(1)
                .withCheckpointing(where)
                .withStop(stop::get)
                .withListener(event -> {
                    if (event instanceof TrainingEvent.Member(int index, int _, TrainingEvent.Saved(long step, Path _)))
                        stop.set(index == 1 && step == 200);
                });
        assertThrows(TrainingStopped.class, () -> fit(stopped));
        assertTrue(where.exists());
        boolean[] again = new boolean[3];
        Ensemble resumed =
                fit(fitting(300).withThreads(2).withCheckpointing(where).withListener(event -> {
                    if (event instanceof TrainingEvent.Member(int index, int _, TrainingEvent.Validated _))
                        again[index] = true;
                }));
        assertSame(trained, resumed);
        assertArrayEquals(new boolean[] {false, true, true}, again);
        assertThrows(
                DataFileException.class,
                () -> fit(fitting(301).withCheckpointing(where)),
                "finished with other settings");
        where.delete();
        assertFalse(where.exists());
    }

    @Test
    void theDensityIsTheMeanOfTheMembers() {
        Mixture mixture = trained.given(X);
        double[] theta = {0.3, -2};
        double mean = mixture.members().stream()
                .mapToDouble(member -> Math.exp(DensityPosterior.of(member).logDensity(theta)))
                .average()
                .orElseThrow();
        assertEquals(Math.log(mean), DensityPosterior.of(mixture).logDensity(theta), 1e-12);
    }

    /** Far from all simulations the members say different things. The first comparison is one of a factor of ten or so. */
    @Test
    void membersDisagreeWhereThereAreNoSimulations() {
        Disagreement near = trained.given(X).disagreement(2000, new Seed(4));
        Disagreement far = trained.given(Observations.ofVector(40)).disagreement(2000, new Seed(4));
        assertTrue(near.shares().get("center") < far.shares().get("center") / 2, near + " near, far " + far);
        assertNotEquals(near.sentence(), far.sentence());
    }

    /** The rows that validated a member, and no other, are asked of it. */
    @Test
    void heldOutSimulationsGoToMembersThatDidNotSeeThem() {
        HeldOut held = HeldOut.of(trained, table);
        int asked = 0;
        for (Estimator estimator : held.estimators())
            asked += estimator instanceof Ensemble some ? some.members().size() : 1;
        assertEquals(3 * 80, asked);
        for (int member = 0; member < 3; member++) {
            Trainer own = ((NeuralMethod) Methods.named("flow"))
                    .trainer(MODEL, fitting(300))
                    .withSeed(EnsembleTrainer.seed(new Seed(2), member));
            Set<double[]> validating = new HashSet<>();
            for (int row : own.heldOut()) validating.add(table.theta().get(row));
            Estimator one = trained.members().get(member);
            for (int k = 0; k < held.table().size(); k++) {
                Estimator judge = held.estimators().get(k);
                boolean isAsked = judge == one
                        || judge instanceof Ensemble some && some.members().contains(one);
                assertEquals(validating.contains(held.table().theta().get(k)), isAsked);
            }
        }
        assertEquals(20, held.first(20).table().size());
        SimulationTable other = SimulationTable.of(MODEL.batches(new Seed(1), 300, 100));
        String message = assertThrows(IllegalArgumentException.class, () -> HeldOut.of(trained, other))
                .getMessage();
        assertTrue(message.contains("expected the 400"), message);
    }
}
