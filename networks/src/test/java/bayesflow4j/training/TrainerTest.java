package bayesflow4j.training;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.data.DataFileException;
import bayesflow4j.engine.optimizer.NonFiniteException;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.head.variational.InverseAutoregressiveHead;
import bayesflow4j.head.variational.VariationalHead;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting.Checkpointing;
import bayesflow4j.method.OnDemand;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.Batch;
import bayesflow4j.model.ChainPrior;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.SimulationFailedException;
import bayesflow4j.model.Simulator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrainerTest {
    private static final Simulator NORMAL = (theta, count, rng) -> {
        float[] x = new float[count];
        for (int i = 0; i < count; i++) x[i] = (float) (theta[0] + theta[1] * rng.nextGaussian());
        return new Observations(count, 1, x);
    };

    /** Mean and standard deviation of a normal, from 3 to 8 draws of it. */
    static GenerativeModel model(Simulator simulator) {
        return GenerativeModel.of(
                "normal",
                Prior.of("mu", normal(0, 1)).and("sigma", uniform(0.5, 2)),
                simulator,
                ObservationCount.between(3, 8),
                DataKind.SET,
                "x");
    }

    private static Trainer trainer(Simulator simulator) {
        return Trainer.of(model(simulator))
                .withDesign(new NetworkDesign(
                        new Invariant(1, 16, 1, 8, Pool.MEAN),
                        new CouplingHead(2, CouplingDesign.DEFAULT.withHidden(16)),
                        false))
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(32)
                        .withValidation(100, 64)
                        .withSteps(450))
                .withThreads(2)
                .withSeed(new Seed(7));
    }

    /** A flow, heads with noise in their loss, one of which warms up until after the first stops, and one with a closed loss. */
    static List<HeadDesign> heads() {
        return List.of(
                new CouplingHead(2, CouplingDesign.DEFAULT.withHidden(16)),
                new VariationalHead(2, 0.05, HiddenLayers.of(16)),
                new InverseAutoregressiveHead(2, 2, 3, 350, HiddenLayers.of(16), List.of(8)),
                new MixtureHead(1, false, HiddenLayers.of(16)));
    }

    private static Trainer trainer(HeadDesign head) {
        Trainer usual = trainer(NORMAL);
        return usual.withDesign(usual.design().withHead(head));
    }

    private static byte[] bytes(AmortizedPosterior posterior, Path directory) throws IOException {
        Path file = directory.resolve("network.safetensors");
        EstimatorFile.write(posterior, file);
        // Date and duration are all that may differ, and with them the spaces that fill up the header: without these.
        byte[] bytes = Files.readAllBytes(file);
        int body =
                8 + (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        String header = new String(bytes, 8, body - 8, StandardCharsets.UTF_8)
                .replaceAll("\\\\\"seconds\\\\\":[^,]*", "")
                .replaceAll("\\\\\"made\\\\\":[^,]*", "")
                .strip();
        return (header + HexFormat.of().formatHex(bytes, body, bytes.length)).getBytes(StandardCharsets.UTF_8);
    }

    private static void assertSame(AmortizedPosterior a, AmortizedPosterior b, Path directory) throws IOException {
        org.junit.jupiter.api.Assertions.assertArrayEquals(bytes(a, directory), bytes(b, directory));
    }

    @ParameterizedTest
    @MethodSource("heads")
    void theResultDoesNotDependOnThreads(HeadDesign head, @TempDir Path directory) throws IOException {
        Trainer trainer = trainer(head).withSteps(150);
        AmortizedPosterior one = trainer.withThreads(1).train();
        assertSame(one, trainer.withThreads(3).train(), directory);
        byte[] other = bytes(trainer.withSeed(new Seed(8)).train(), directory);
        assertTrue(!java.util.Arrays.equals(bytes(one, directory), other), "another seed, another network");
    }

    @ParameterizedTest
    @MethodSource("heads")
    void aStoppedAndResumedTrainingEndsWithTheSameWeights(HeadDesign head, @TempDir Path directory) throws IOException {
        assertResumesExactly(trainer(head), directory);
    }

    /** The rate is reduced, from the best weights, between stops. */
    @Test
    void soDoesOneOnATableThatReducesItsRate(@TempDir Path directory) throws IOException {
        Trainer trainer = trainer(NORMAL);
        SimulationTable few = SimulationTable.of(trainer.model().batches(new Seed(2), 60, 20));
        List<TrainingEvent> told = new ArrayList<>();
        Trainer onTable = trainer.withPlan(
                        trainer.plan().withValidation(20, 12).withPatience(2).withReductions(4))
                .withTable(few);
        onTable.withListener(told::add).train();
        assertTrue(
                told.stream()
                                .filter(TrainingEvent.RateReduced.class::isInstance)
                                .count()
                        >= 2,
                told.toString());
        assertResumesExactly(onTable, directory);
    }

    /** Simulations that are read on demand, as those of a large store, are as good as those in memory. */
    @Test
    void simulationsNeedNotBeInMemory(@TempDir Path directory) throws IOException {
        Trainer trainer = trainer(NORMAL).withSteps(60);
        SimulationTable held = SimulationTable.of(trainer.model().batches(new Seed(2), 300, 1));
        SimulationTable read = new SimulationTable(
                new OnDemand<>(300, k -> held.theta().get(k).clone(), k -> 2),
                new OnDemand<>(
                        300,
                        k -> new Observations(held.count(k), 1, held.x().get(k).values()),
                        held::count));
        assertSame(trainer.withTable(held).train(), trainer.withTable(read).train(), directory);
        assertResumesExactly(trainer.withSteps(450).withTable(read), directory);
    }

    /** Stopped at moments that are not multiples of anything, again and again, until it is done. */
    private static void assertResumesExactly(Trainer trainer, Path directory) throws IOException {
        AmortizedPosterior whole = trainer.train();
        Path checkpoint = directory.resolve("checkpoint");
        List<Long> resumedAt = new ArrayList<>();
        AtomicLong polls = new AtomicLong();
        Trainer stopping = trainer.withCheckpointing(new Checkpointing(checkpoint, Duration.ofHours(1), true))
                .withListener(event -> {
                    if (event instanceof TrainingEvent.Resumed resumed) resumedAt.add(resumed.step());
                })
                .withStop(() -> polls.incrementAndGet() % 137 == 0);
        AmortizedPosterior pieced = null;
        for (int i = 0; pieced == null && i < 50; i++) {
            try {
                pieced = stopping.train();
            } catch (TrainingStopped stopped) {
                assertEquals(0, stopped.step() % Run.STEPS_PER_STATE);
            }
        }
        assertTrue(resumedAt.size() >= 2 && resumedAt.getLast() >= 200, "resumed at " + resumedAt);
        assertSame(whole, pieced, directory);
    }

    /** Twenty means from one noisy look at each: 2440 simulations for the regression, more than the pilot has. */
    private static Trainer ofVectors() {
        ChainPrior prior = Prior.of("mu0", normal(0, 1));
        for (int i = 1; i < 20; i++) prior = prior.and("mu" + i, normal(0, 1));
        GenerativeModel model = new GenerativeModel(
                "means",
                prior,
                (theta, count, rng) -> {
                    float[] x = new float[20];
                    for (int i = 0; i < 20; i++) x[i] = (float) rng.nextGaussian(theta[i], 0.5);
                    return new Observations(1, 20, x);
                },
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                IntStream.range(0, 20).mapToObj(i -> new Column("x" + i)).toList(),
                "");
        return Trainer.of(model)
                .withDesign(NetworkDesign.of(model)
                        .withHead(new CouplingHead(
                                1, CouplingDesign.PAPER.withHidden(16).withClosed(true))))
                .withSteps(150)
                .withSeed(new Seed(7));
    }

    @Test
    void trainingAfterARegressionDependsOnTheSeedAlone(@TempDir Path directory) throws IOException {
        AmortizedPosterior whole = ofVectors().withThreads(1).train();
        Path checkpoint = directory.resolve("checkpoint");
        AtomicLong step = new AtomicLong();
        Trainer resuming =
                ofVectors().withThreads(2).withCheckpointing(new Checkpointing(checkpoint, Duration.ofHours(1), true));
        assertThrows(
                TrainingStopped.class,
                () -> resuming.withStop(() -> step.incrementAndGet() > 130).train());
        assertTrue(Files.exists(checkpoint));
        assertSame(whole, resuming.train(), directory);
        assertEquals(150 * 128 + 512 + 2440, whole.provenance().simulations());
    }

    @Test
    void aRegressionTellsHowFarItIs() {
        List<TrainingEvent> told = new ArrayList<>();
        AtomicLong clock = new AtomicLong();
        new Run(ofVectors().withListener(told::add), () -> clock.addAndGet(1_000_000_000L)).close();
        // Nineteen batches of 128, the pilot's four among them, and one of eight.
        List<TrainingEvent> expected = new ArrayList<>();
        for (int k = 1; k <= 19; k++) expected.add(new TrainingEvent.Working("regression", 128 * k, 2440));
        expected.add(new TrainingEvent.Working("regression", 2440, 2440));
        assertEquals(expected, told);
    }

    @Test
    void aTrainingCanBeStoppedWhileItRegresses(@TempDir Path directory) {
        AtomicLong asked = new AtomicLong();
        Path checkpoint = directory.resolve("checkpoint");
        Trainer trainer = ofVectors()
                .withCheckpointing(new Checkpointing(checkpoint, Duration.ofHours(1), true))
                .withStop(() -> asked.incrementAndGet() == 5);
        assertThrows(TrainingStopped.class, trainer::train);
        assertEquals(5, asked.get());
    }

    @Test
    void aRegressionTakesNoMoreThanHalfOfABudgetInSimulations() {
        AmortizedPosterior posterior = ofVectors()
                .withPlan(TrainingPlan.DEFAULT.withValidation(1000, 64).withBudget(new Budget.Simulations(2000)))
                .train();
        assertTrue(posterior.provenance().simulations() <= 2000);
        assertTrue(posterior.provenance().training().orElseThrow().steps() >= (1000 - 64) / 64);
    }

    @Test
    void aCheckpointOfAnotherTrainingIsRefused(@TempDir Path directory) {
        Path checkpoint = directory.resolve("checkpoint");
        Trainer first = trainer(NORMAL)
                .withCheckpointing(new Checkpointing(checkpoint, Duration.ZERO, true))
                .withSteps(100);
        first.train();
        assertTrue(Files.exists(checkpoint));
        DataFileException refusal = assertThrows(
                DataFileException.class, () -> first.withSeed(new Seed(9)).train());
        assertTrue(refusal.getMessage().contains("other settings"), refusal.getMessage());
    }

    @Test
    void storedSimulationsTrainToo(@TempDir Path directory) throws IOException {
        List<double[]> theta = new ArrayList<>();
        List<Observations> x = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            Batch batch = model(NORMAL).batch(new Seed(1), i, 1);
            theta.add(batch.theta()[0]);
            x.add(batch.observations(0));
        }
        Simulator none = (t, count, rng) -> {
            throw new AssertionError("a stored training must not simulate");
        };
        Trainer trainer = trainer(none).withTable(new SimulationTable(theta, x));
        AmortizedPosterior posterior = trainer.train();
        assertEquals(500, posterior.provenance().simulations());
        assertSame(posterior, trainer.withThreads(1).train(), directory);
        double first = posterior
                .provenance()
                .training()
                .orElseThrow()
                .history()
                .getFirst()
                .validation();
        assertTrue(
                posterior.provenance().training().orElseThrow().validationLoss() < first,
                "validation loss did not fall");
    }

    @Test
    void trainingEndsEarlyWhenTheValidationLossNoLongerImproves() {
        List<TrainingEvent> events = new ArrayList<>();
        AmortizedPosterior posterior = trainer(NORMAL)
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(32)
                        .withValidation(10, 32)
                        .withPatience(3)
                        .withRate(new RateDesign.Constant(0.02f))
                        .withSteps(100_000))
                .withListener(events::add)
                .train();
        TrainingEvent.EndedEarly end = events.stream()
                .filter(TrainingEvent.EndedEarly.class::isInstance)
                .map(TrainingEvent.EndedEarly.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(30, end.step() - end.bestStep());
        assertEquals(
                end.bestLoss(), posterior.provenance().training().orElseThrow().validationLoss());
    }

    /** A pool of 5 batches used 4 times each: 40 steps need 10 batches, and each of the pool is used equally often. */
    @Test
    void simulationsAreReusedABoundedNumberOfTimes() {
        AtomicLong simulated = new AtomicLong();
        Trainer reusing = trainer((theta, count, rng) -> {
                    simulated.incrementAndGet();
                    return NORMAL.simulate(theta, count, rng);
                })
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(32)
                        .withValidation(1000, 32)
                        .withReuse(new Reuse(5, 4))
                        .withSteps(40));
        AmortizedPosterior posterior = reusing.train();
        long besides = Simulations.PILOT_SETS + 32;
        assertEquals(10 * 32 + besides, posterior.provenance().simulations());
        assertTrue(simulated.get() <= (10 + 5 + 6 + 1) * 32 + besides, simulated.get() + " simulations");
    }

    /** A simulator whose data explode in a few batches: finite as floats, but not after squaring. */
    @Test
    void lossesThatAreNotFiniteAreRecoveredFromABoundedNumberOfTimes() {
        List<TrainingEvent.Restarted> restarts = new ArrayList<>();
        Trainer exploding = trainer((theta, count, rng) -> {
                    Observations x = NORMAL.simulate(theta, count, rng);
                    if (Math.abs(theta[0]) > 3.2) x.values()[0] = 3e38f;
                    return x;
                })
                .withListener(event -> {
                    if (event instanceof TrainingEvent.Restarted restarted) restarts.add(restarted);
                })
                .withSteps(300);
        assertThrows(NonFiniteException.class, exploding::train);
        assertEquals(TrainingPlan.DEFAULT.restarts(), restarts.size());
        for (int i = 0; i < restarts.size(); i++)
            assertEquals(Math.pow(0.5, i + 1), restarts.get(i).rateFactor());
    }

    @Test
    void aSimulatorThatMostlyFailsStopsTrainingWithExamples() {
        SimulationFailedException failure =
                assertThrows(SimulationFailedException.class, trainer((theta, count, rng) -> {
                    if (rng.nextDouble() < 0.7) throw new IllegalStateException("diverged");
                    return NORMAL.simulate(theta, count, rng);
                })::train);
        assertTrue(failure.getMessage().contains("diverged"), failure.getMessage());
    }

    @Test
    void failedSimulationsAreReplacedAndCounted() {
        AmortizedPosterior posterior = trainer((theta, count, rng) -> {
                    if (rng.nextDouble() < 0.1) throw new IllegalStateException("diverged");
                    return NORMAL.simulate(theta, count, rng);
                })
                .withSteps(100)
                .train();
        // 3200 successes at a failure rate of 0.1: 356 failures expected, sd 20.
        assertEquals(356, posterior.provenance().failedSimulations(), 120);
    }

    /** Trains for half a minute of a clock that each step puts forward by so many milliseconds; stops where told. */
    private static TrainingEvent.Finished halfAMinute(
            LongUnaryOperator millis, Checkpointing where, long stopAt, List<TrainingEvent.Progress> progress) {
        AtomicLong now = new AtomicLong();
        AtomicLong step = new AtomicLong();
        AtomicReference<TrainingEvent.Finished> end = new AtomicReference<>();
        Trainer trainer = trainer(NORMAL)
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(8)
                        .withValidation(100_000, 8)
                        .withBudget(new Budget.Minutes(0.5)))
                .withCheckpointing(where)
                .withListener(event -> {
                    if (event instanceof TrainingEvent.Resumed resumed) step.set(resumed.step());
                    if (event instanceof TrainingEvent.Progress p) progress.add(p);
                    if (event instanceof TrainingEvent.Finished finished) end.set(finished);
                })
                .withStop(() -> {
                    now.addAndGet(1_000_000 * millis.applyAsLong(step.get()));
                    return step.getAndIncrement() == stopAt;
                });
        try (Run run = new Run(trainer, now::get)) {
            run.train();
        }
        return end.get();
    }

    private static void assertEndsInTimeAtTheLastRate(
            TrainingEvent.Finished end, List<TrainingEvent.Progress> progress, long steps) {
        assertEquals(30, end.seconds(), 0.1);
        assertEquals(steps, end.steps(), 5);
        assertEquals(3e-5, progress.getLast().rate(), 2e-6);
        assertEquals(0, progress.getLast().secondsLeft(), 0.5);
        for (int i = 1; i < progress.size(); i++)
            if (progress.get(i - 1).step() > 200)
                assertTrue(
                        progress.get(i).rate() <= 1.0001 * progress.get(i - 1).rate(), "rate rises at " + i);
    }

    /** Faster once compiled, or slower under load: the time is kept, and the rate comes down to its end. */
    @Test
    void aBudgetInMinutesEndsThenAtWhateverSpeed(@TempDir Path directory) {
        Checkpointing where = new Checkpointing(directory.resolve("none"), Duration.ofHours(1), false);
        List<TrainingEvent.Progress> faster = new ArrayList<>();
        assertEndsInTimeAtTheLastRate(halfAMinute(step -> step < 250 ? 40 : 20, where, -1, faster), faster, 250 + 1000);
        List<TrainingEvent.Progress> slower = new ArrayList<>();
        assertEndsInTimeAtTheLastRate(halfAMinute(step -> step < 500 ? 20 : 60, where, -1, slower), slower, 500 + 333);
    }

    @Test
    void aResumedBudgetInMinutesGoesOnWithTheTimeThatWasLeft(@TempDir Path directory) {
        Checkpointing where = new Checkpointing(directory.resolve("checkpoint"), Duration.ofHours(1), true);
        List<TrainingEvent.Progress> progress = new ArrayList<>();
        assertThrows(TrainingStopped.class, () -> halfAMinute(_ -> 40, where, 400, progress));
        assertEndsInTimeAtTheLastRate(halfAMinute(_ -> 20, where, -1, progress), progress, 400 + 700);
    }

    @Test
    void aBudgetInSimulationsIsKept() {
        AmortizedPosterior posterior = trainer(NORMAL)
                .withPlan(TrainingPlan.DEFAULT
                        .withBatch(32)
                        .withValidation(1000, 64)
                        .withBudget(new Budget.Simulations(5000)))
                .train();
        assertTrue(posterior.provenance().simulations() <= 5000);
        assertTrue(posterior.provenance().simulations() > 5000 - 32);
    }

    /** Without patience too: 48 data sets are learned by heart long before step 600. */
    @Test
    void aTableThatIsLearnedByHeartLeavesTheBestWeights() {
        Trainer trainer = trainer(NORMAL);
        SimulationTable few = SimulationTable.of(trainer.model().batches(new Seed(2), 60, 20));
        List<TrainingEvent> told = new ArrayList<>();
        Provenance.Training training = trainer.withPlan(
                        trainer.plan().withSteps(600).withValidation(20, 12))
                .withTable(few)
                .withListener(told::add)
                .train()
                .provenance()
                .training()
                .orElseThrow();
        double best = training.history().stream()
                .mapToDouble(Provenance.LossPoint::validation)
                .min()
                .orElseThrow();
        assertEquals(best, training.validationLoss());
        TrainingEvent.KeptBest kept = told.stream()
                .filter(TrainingEvent.KeptBest.class::isInstance)
                .map(TrainingEvent.KeptBest.class::cast)
                .findFirst()
                .orElseThrow();
        assertTrue(kept.bestLoss() < kept.loss() && kept.bestStep() < 600, kept.toString());
    }

    /** Online no simulation can be learned by heart; where they are reused, the loss of the result on them is known. */
    @Test
    void theLossOnSeenSimulationsIsKnownWhereTheyAreReused() {
        Trainer online = trainer(NORMAL);
        assertTrue(seenLoss(online).isEmpty());
        Trainer pooled = online.withPlan(online.plan().withReuse(new Reuse(4, 3)));
        assertTrue(seenLoss(pooled).isPresent());
        SimulationTable few = SimulationTable.of(online.model().batches(new Seed(2), 60, 20));
        Provenance.Training heart = online.withPlan(online.plan().withSteps(600).withValidation(600, 12))
                .withTable(few)
                .train()
                .provenance()
                .training()
                .orElseThrow();
        assertTrue(heart.seenLoss().getAsDouble() < heart.validationLoss(), heart.toString());
    }

    private static OptionalDouble seenLoss(Trainer trainer) {
        return trainer.withSteps(30)
                .train()
                .provenance()
                .training()
                .orElseThrow()
                .seenLoss();
    }

    @Test
    void plansSurviveJson() {
        for (TrainingPlan plan : List.of(
                TrainingPlan.DEFAULT,
                TrainingPlan.PAPER,
                TrainingPlan.DEFAULT
                        .withBudget(new Budget.Minutes(2.5))
                        .withRate(new RateDesign.Decay(1e-3f, 0.95f, 2000)),
                TrainingPlan.DEFAULT.withBudget(new Budget.Simulations(9)).withRate(new RateDesign.Constant(0.5f))))
            assertEquals(plan, PlanJson.read(Fields.parse("plan", Json.write(PlanJson.write(plan)))));
    }

    /** Files from before there was a choice were trained by Adam. */
    @Test
    void aPlanThatNamesNoOptimizerMeansAdam() {
        var json = PlanJson.write(TrainingPlan.DEFAULT);
        json.remove("optimizer");
        assertEquals(TrainingPlan.DEFAULT.withOptimizer(Optimizer.ADAM), PlanJson.read(Fields.of("plan", json)));
        json.put("optimizer", "sgd");
        var refused = assertThrows(IllegalArgumentException.class, () -> PlanJson.read(Fields.of("plan", json)));
        assertEquals("plan.optimizer: expected one of [adam, soap], got \"sgd\"", refused.getMessage());
    }
}
