package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
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
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance.Trial;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** θ ~ U(−1, 1)², x ~ N(θ, σ² I): the posterior is a normal distribution cut at the edges of a square. */
class SurrogateTest {
    private static final double SD = 0.4;
    private static final Observations X = Observations.ofVector(0.4, -0.9);

    private static GenerativeModel model(double bound) {
        return GenerativeModel.of(
                "square",
                Prior.of("a", uniform(-bound, bound)).and("b", uniform(-bound, bound)),
                (theta, count, rng) ->
                        Observations.ofVector(theta[0] + SD * rng.nextGaussian(), theta[1] + SD * rng.nextGaussian()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                "x",
                "y");
    }

    private static final GenerativeModel MODEL = model(1);

    private static SimulationTable table(GenerativeModel model, int size) {
        return SimulationTable.of(model.batches(new Seed(1), size, 100));
    }

    private static Fitting fitting(int surrogate, int steps) {
        Map<String, Object> head = Map.of("kind", "spline", "blocks", 2, "hidden", List.of(16), "quantiles", true);
        return Fitting.DEFAULT
                .withSettings(Map.of(
                        "training", Map.of("surrogate", surrogate, "budget", Map.of("steps", steps)),
                        "network", Map.of("head", head, "regression", false)))
                .withTable(table(MODEL, 300))
                .withThreads(2)
                .withSeed(new Seed(2));
    }

    private static Estimator fit(GenerativeModel model, Fitting fitting) {
        return (Estimator) Methods.named("flow").fit(model, fitting);
    }

    private static List<Trial> trials(Estimator of) {
        return of.provenance().training().orElseThrow().trials();
    }

    private static double[] draws(Estimator of) {
        return of.given(X).sample(50, new Seed(5)).row(7);
    }

    /** log p(θ | x) of one coordinate. */
    private static double exact(double theta, double x) {
        return normal(x, SD).truncated(-1, 1).logDensity(theta);
    }

    /** KL from the exact posterior, by Monte Carlo over 1000 new simulations. */
    private static double divergence(Estimator of) {
        SimulationTable fresh = SimulationTable.of(MODEL.batches(new Seed(9), 1000, 100));
        return IntStream.range(0, fresh.size())
                .mapToDouble(k -> {
                    double[] theta = fresh.theta().get(k);
                    Observations x = fresh.x().get(k);
                    return exact(theta[0], x.at(0, 0))
                            + exact(theta[1], x.at(0, 1))
                            - DensityPosterior.of(of.given(x)).logDensity(theta);
                })
                .average()
                .orElseThrow();
    }

    /** The standard errors are about a hundredth. */
    @Test
    void simulationsOfASurrogateBringTheNetworkCloserToTheTruth() {
        Set<String> work = new HashSet<>();
        Estimator alone = fit(MODEL, fitting(0, 2000));
        Estimator augmented = fit(MODEL, fitting(20_000, 2000).withListener(event -> {
            if (event instanceof TrainingEvent.Working w) work.add(w.what());
        }));
        double before = divergence(alone);
        double after = divergence(augmented);
        assertTrue(after < before / 2 && after < 0.1, before + " before, " + after + " after");
        assertTrue(work.contains("synthetic simulations"), work.toString());

        assertEquals(List.of(), trials(alone));
        assertEquals(
                List.of("table alone", "with surrogate"),
                trials(augmented).stream().map(Trial::design).toList());
        assertEquals(
                List.of(false, true),
                trials(augmented).stream().map(Trial::chosen).toList());
        assertTrue(trials(augmented).getFirst().behind() > 0, trials(augmented).toString());
        assertEquals(300, augmented.provenance().simulations());
        assertEquals(60, HeldOut.of(augmented, table(MODEL, 300)).table().size());
    }

    /** The table has been simulated far inside the prior, where a surrogate that draws from the prior misleads. */
    @Test
    void aUselessSurrogateIsNotChosen() {
        SimulationTable inside = table(model(0.05), 300);
        Estimator alone = fit(MODEL, fitting(0, 400).withTable(inside));
        Estimator augmented = fit(MODEL, fitting(3000, 400).withTable(inside));
        assertEquals(
                List.of(true, false),
                trials(augmented).stream().map(Trial::chosen).toList());
        assertArrayEquals(draws(alone), draws(augmented));
    }

    @Test
    void threadsDoNotMatter() {
        Fitting fitting = fitting(3000, 300);
        Estimator two = fit(MODEL, fitting);
        assertTrue(trials(two).getLast().chosen(), "else nothing is tested");
        assertArrayEquals(draws(two), draws(fit(MODEL, fitting.withThreads(1))));
        assertEquals(trials(two), trials(fit(MODEL, fitting.withThreads(1))));
    }

    /** Stopped again and again: on the table, in the race of surrogates, and on both. */
    @Test
    void aStoppedAndResumedTrainingEndsWithTheSameWeights(@TempDir Path directory) {
        Fitting fitting = fitting(6000, 500);
        Estimator whole = fit(MODEL, fitting);
        assertTrue(trials(whole).getLast().chosen(), "else nothing is tested");
        Checkpointing where = new Checkpointing(directory.resolve("net.checkpoint"), Duration.ZERO, true);
        Optional<Estimator> resumed = Optional.empty();
        int stops = 0;
        for (; resumed.isEmpty(); stops++) resumed = afterPolls(330, fitting.withCheckpointing(where));
        assertTrue(stops > 5, stops + " stops");
        assertArrayEquals(draws(whole), draws(resumed.get()));
        assertEquals(trials(whole), trials(resumed.get()));
    }

    private static Optional<Estimator> afterPolls(int polls, Fitting fitting) {
        int[] left = {polls};
        try {
            return Optional.of(fit(MODEL, fitting.withStop(() -> left[0]-- <= 0)));
        } catch (TrainingStopped e) {
            return Optional.empty();
        }
    }

    @Test
    void everyMemberHasItsOwn() {
        Fitting fitting = fitting(2000, 200);
        Map<String, Object> settings = new HashMap<>(fitting.settings());
        settings.put("training", Map.of("surrogate", 2000, "budget", Map.of("steps", 200), "members", 2));
        Ensemble ensemble = (Ensemble) fit(MODEL, fitting.withSettings(settings));
        assertEquals(2, ensemble.members().size());
        for (Estimator member : ensemble.members())
            assertEquals(2, trials(member).size());
        assertEquals(trials(ensemble.members().getFirst()), trials(ensemble));
    }

    /** Whole numbers stay whole and above the least, constants stay constant, θ is from the prior. */
    @Test
    void itsSimulationsLookLikeThoseItLearnedFrom() {
        GenerativeModel counts = new GenerativeModel(
                "counts",
                Prior.of("rate", uniform(0, 6)),
                (theta, count, rng) -> Observations.ofVector(
                        Math.max(0, Math.round(theta[0] + rng.nextGaussian())), 7, theta[0] * rng.nextDouble()),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                List.of(
                        new Column("count", Scaling.LOG1P),
                        new Column("constant"),
                        new Column("part", Scaling.asinh(1))),
                "a test");
        SimulationTable real = table(counts, 1000);
        Surrogate surrogate = Surrogate.of(
                Trainer.of(counts, real).withThreads(2).withSteps(1500).withSeed(new Seed(3)));
        List<Integer> told = new ArrayList<>();
        SimulationTable made;
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            made = surrogate.simulate(10_000, new Seed(4), pool, told::add);
        }
        assertEquals(List.of(0, 5000), told);
        for (int j : new int[] {0, 2}) {
            double difference = mean(made, j) - mean(real, j);
            assertEquals(0, difference, 0.2, "column " + j + ", with a standard error of .06");
        }
        for (int k = 0; k < made.size(); k++) {
            Observations x = made.x().get(k);
            assertEquals(Math.rint(x.at(0, 0)), x.at(0, 0));
            assertTrue(x.at(0, 0) >= 0 && counts.prior().contains(made.theta().get(k)), x.toString());
            assertEquals(7, x.at(0, 1));
        }
    }

    @Test
    void dataThatNeverChangeTeachNothing() {
        SimulationTable real = table(MODEL, 300);
        SimulationTable same = new SimulationTable(real.theta(), Collections.nCopies(300, X));
        Estimator trained = fit(MODEL, fitting(1000, 50).withTable(same));
        assertTrue(trials(trained).getFirst().chosen(), trials(trained).toString());
    }

    private static double mean(SimulationTable of, int column) {
        return of.x().stream().mapToDouble(x -> x.at(0, column)).average().orElseThrow();
    }

    @Test
    void itIsUsedWhereItHelpsAndRefusedWhereItCannot() {
        assertTrue(planned("flow", MODEL, 1000).surrogate() > 0);
        assertTrue(planned("spline", MODEL, 10_000).surrogate() > 0);
        assertEquals(1, planned("flow", MODEL, 10_000).members());
        assertEquals(TrainingPlan.of(MODEL, 999), planned("flow", MODEL, 999));
        assertEquals(TrainingPlan.of(MODEL, 50_000), planned("flow", MODEL, 50_000));
        assertEquals(TrainingPlan.of(MODEL, 10_000), planned("mixture", MODEL, 10_000));
        assertEquals(0, planned("flow", MODEL.withMissing(), 1000).surrogate());
        assertEquals(0, planned("flow", Models.named("mvn:dimension=50"), 1000).surrogate());
        Map<String, Object> asked = Map.of("training", Map.of("surrogate", 10));
        assertRefused("stored simulations", "flow", MODEL, Fitting.DEFAULT.withSettings(asked));
        GenerativeModel set = Models.named("lfm");
        Fitting sets = Fitting.DEFAULT.withTable(SimulationTable.of(set.batches(new Seed(1), 20, 20)));
        assertRefused("data vectors", "flow", set, sets.withSettings(asked));
        Map<String, Object> tuned = Map.of("training", Map.of("surrogate", 10), "tune", Map.of());
        assertRefused("race of designs", "flow", MODEL, fitting(0, 1).withSettings(tuned));
    }

    @Test
    void vectorsThatAreTooWideForItHaveAnEnsemble() {
        GenerativeModel wide = Models.named("mvn:dimension=50");
        assertEquals(5, planned("flow", wide, 1000).members());
        assertEquals(5, planned("flow", wide, 10_000).members());
        assertEquals(1, planned("flow", wide, 100_000).members());
    }

    private static TrainingPlan planned(String method, GenerativeModel model, int stored) {
        Observations same = new Observations(1, model.width(), new float[model.width()]);
        double[] theta = new double[model.prior().dimension()];
        SimulationTable table =
                new SimulationTable(Collections.nCopies(stored, theta), Collections.nCopies(stored, same));
        return ((NeuralMethod) Methods.named(method))
                .trainer(model, Fitting.DEFAULT.withTable(table))
                .plan();
    }

    private static void assertRefused(String why, String method, GenerativeModel model, Fitting fitting) {
        String message = assertThrows(
                        FieldException.class, () -> Methods.named(method).settings(model, fitting))
                .getMessage();
        assertTrue(message.contains(why) && message.contains("surrogate"), message);
    }
}
