package bayesflow4j.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.data.DataFileException;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.matching.MatchingHead;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance.Trial;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceTest {
    private static final GenerativeModel MODEL = Models.named("gmm");
    private static final Observations RED = Observations.ofVector(1, 0, 0, 0);

    @TempDir
    private Path directory;

    private static Entrant mixture(String name, int components) {
        return new Entrant(
                name,
                NetworkDesign.of(MODEL)
                        .withRegression(false)
                        .withHead(new MixtureHead(components, true, HiddenLayers.of(16))));
    }

    /** Four modes, for which one normal and two are not enough. */
    private static final List<Entrant> ENTRANTS = List.of(
            mixture("one normal", 1),
            mixture("eight normals", 8),
            new Entrant(
                    "flow matching", NetworkDesign.of(MODEL).withHead(new MatchingHead(2, 1e-2, HiddenLayers.of(16)))),
            mixture("two normals", 2));

    private static Trainer trainer(long steps) {
        return Trainer.of(MODEL).withThreads(2).withSteps(steps).withSeed(new Seed(3));
    }

    private static List<Trial> trials(Estimator of) {
        return of.provenance().training().orElseThrow().trials();
    }

    private static double[] draws(Estimator of) {
        return of.given(RED).sample(50, new Seed(5)).row(7);
    }

    /** 1800 steps: laps of 100 and 200 steps; 2 · 100 + 1 · 200 are lost, 1400 are left. */
    @Test
    void aGoodDesignIsChosenAndEndsAsIfTrainedAlone() {
        List<TrainingEvent> events = new ArrayList<>();
        AmortizedPosterior raced =
                (AmortizedPosterior) new Race(trainer(1800).withListener(events::add), ENTRANTS).train();
        AmortizedPosterior alone = trainer(1400).withDesign(raced.design()).train();
        assertArrayEquals(draws(alone), draws(raced));
        assertEquals(1400, raced.provenance().training().orElseThrow().steps());
        assertTrue(raced.provenance().simulations() > alone.provenance().simulations() + 400 * 128);

        List<Trial> trials = trials(raced);
        assertEquals(4, trials.size());
        assertEquals(
                List.of(100L, 100L, 200L, 200L),
                trials.stream().map(Trial::steps).sorted().toList());
        List<Trial> chosen = trials.stream().filter(Trial::chosen).toList();
        assertEquals(1, chosen.size());
        assertEquals(0, chosen.getFirst().behind());
        Entrant winner = ENTRANTS.stream()
                .filter(entrant -> entrant.name().equals(chosen.getFirst().design()))
                .findFirst()
                .orElseThrow();
        assertEquals(winner.design(), raced.design());
        for (Trial trial : trials) {
            assertTrue(trial.behind() >= 0 && (trial.error() > 0 || trial.behind() == 0), trial.toString());
        }
        assertEquals(
                2,
                events.stream().filter(TrainingEvent.Compared.class::isInstance).count());
        assertEquals(
                1,
                events.stream().filter(TrainingEvent.Finished.class::isInstance).count());
    }

    /** Stopped in each lap, and once after the race. */
    @Test
    void aRaceThatWasStoppedAndResumedEndsTheSame() throws IOException {
        AmortizedPosterior whole = (AmortizedPosterior) new Race(trainer(1800), ENTRANTS).train();
        Checkpointing saved = new Checkpointing(directory.resolve("net.checkpoint"), Duration.ZERO, true);
        for (int polls : new int[] {150, 450, 450}) {
            int[] left = {polls};
            Trainer stopped = trainer(1800).withCheckpointing(saved).withStop(() -> left[0]-- <= 0);
            assertThrows(TrainingStopped.class, () -> new Race(stopped, ENTRANTS).train());
        }
        AmortizedPosterior resumed =
                (AmortizedPosterior) new Race(trainer(1800).withCheckpointing(saved), ENTRANTS).train();
        assertArrayEquals(draws(whole), draws(resumed));
        assertEquals(trials(whole), trials(resumed));
        assertEquals(whole.provenance().simulations(), resumed.provenance().simulations());

        Path file = directory.resolve("net.safetensors");
        EstimatorFile.write(resumed, file);
        assertEquals(trials(resumed), trials(EstimatorFile.read(file, MODEL.prior())));

        Trainer other = trainer(1800).withCheckpointing(saved).withSeed(new Seed(4));
        assertThrows(DataFileException.class, () -> new Race(other, ENTRANTS).train());
        saved.delete();
        assertTrue(!saved.exists());
    }

    /** What is compared is −log q in the user's units: for a loss that is −log q itself, the validation loss and a constant. */
    @Test
    void lossesOfAllScalesAreComparable() {
        GenerativeModel moved = Models.named("mvn");
        for (boolean regression : new boolean[] {false, true}) {
            Trainer trainer = Trainer.of(moved)
                    .withDesign(NetworkDesign.of(moved).withRegression(regression))
                    .withSteps(100);
            try (Run run = new Run(trainer, System::nanoTime)) {
                run.begin();
                run.trainUntil(() -> false);
                double[] losses = run.heldOutLosses(512);
                AmortizedPosterior result = run.result();
                // The scale of mvn's θ is linear; its slope is that between the density here and there.
                double constant = constant(moved);
                assertEquals(
                        result.provenance().training().orElseThrow().validationLoss() + constant,
                        IntStream.range(0, losses.length)
                                .mapToDouble(i -> losses[i])
                                .average()
                                .orElseThrow(),
                        1e-3,
                        "regression " + regression);
            }
        }
    }

    /** (D/2) log 2π plus the logarithms of the prior's standard deviations, estimated as training does. */
    private static double constant(GenerativeModel model) {
        int width = model.prior().dimension();
        double[][] thetas = model.batches(new Seed(1).child("pilot"), 512, 128).stream()
                .flatMap(batch -> java.util.stream.Stream.of(batch.theta()))
                .toArray(double[][]::new);
        double sum = width / 2.0 * Math.log(2 * Math.PI);
        for (int j = 0; j < width; j++) {
            double mean = 0;
            double squares = 0;
            for (double[] theta : thetas) mean += theta[j] / thetas.length;
            for (double[] theta : thetas) squares += (theta[j] - mean) * (theta[j] - mean);
            sum += Math.log(Math.sqrt(squares / thetas.length));
        }
        return sum;
    }

    @Test
    void theMethodRacesAHandfulOnATable() {
        SimulationTable table = SimulationTable.of(MODEL.batches(new Seed(8), 300, 100));
        Fitting fitting = Fitting.DEFAULT
                .withTable(table)
                .withBudget(new Budget.Steps(3300))
                .withSettings(Map.of("tune", Map.of()));
        Estimator chosen = Methods.named("flow").fit(MODEL, fitting);
        assertEquals(
                Entrant.handful(MODEL, NetworkDesign.of(MODEL, 300)).size(),
                trials(chosen).size());
        assertEquals(1, trials(chosen).stream().filter(Trial::chosen).count());
        assertTrue(chosen.provenance().simulations() <= 300);
        assertTrue(Methods.named("flow").settings(MODEL, fitting).containsKey("tune"));
    }

    @Test
    void anEnsembleHasTheChosenDesignInAllMembers() {
        Trainer trainer = trainer(1800);
        Ensemble ensemble =
                (Ensemble) new Race(trainer.withPlan(trainer.plan().withMembers(2)), ENTRANTS.subList(0, 2)).train();
        assertEquals(2, ensemble.members().size());
        ensemble.members()
                .forEach(member -> assertEquals(ENTRANTS.get(1).design(), ((AmortizedPosterior) member).design()));
        assertEquals(2, trials(ensemble).size());
    }

    @Test
    void minutesAreDivided() {
        Trainer trainer = trainer(1);
        Estimator chosen = new Race(
                        trainer.withPlan(trainer.plan().withBudget(new Budget.Minutes(0.02))), ENTRANTS.subList(0, 2))
                .train();
        assertEquals(2, trials(chosen).size());
    }

    @Test
    void wrongUseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Race(trainer(1100), ENTRANTS));
        assertThrows(IllegalArgumentException.class, () -> new Race(trainer(1800), ENTRANTS.subList(0, 1)));
        for (Object wrong : List.of(
                true,
                Map.of("designs", 3),
                Map.of("design", List.of()),
                Map.of("designs", List.of(Map.of("name", "a"), Map.of("name", "a"))),
                Map.of("designs", List.of(Map.of("name", "a"), Map.of("head", Map.of("blocks", 3)))),
                Map.of("designs", List.of(Map.of("name", "a"), Map.of("name", "b", "head", Map.of("block", 3)))))) {
            Fitting fitting = Fitting.DEFAULT.withSettings(Map.of("tune", wrong));
            assertThrows(FieldException.class, () -> Methods.named("flow").settings(MODEL, fitting), wrong.toString());
        }
    }

    @Test
    void designsMayBeListedAndAreReadAsTheyWereWritten() {
        Map<String, Object> tune = Map.of(
                "designs",
                List.of(
                        Map.of("name", "default"),
                        Map.of("name", "splines", "head", Map.of("kind", "spline", "blocks", 3))));
        Fitting fitting = Fitting.DEFAULT.withSettings(Map.of("tune", tune));
        Object written = Methods.named("flow").settings(MODEL, fitting).get("tune");
        NetworkDesign standard = NetworkDesign.of(MODEL);
        List<Entrant> entrants = Sections.tune(standard, MODEL, written);
        assertEquals(Sections.tune(standard, MODEL, tune), entrants);
        assertEquals(standard, entrants.getFirst().design());
        assertEquals("spline", entrants.get(1).design().head().kind());
    }
}
