package bayesflow4j.training;

import static bayesflow4j.training.NormalMeans.MODELS;
import static bayesflow4j.training.NormalMeans.SHORT;
import static bayesflow4j.training.NormalMeans.answers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of a training: threads, stops, validations, refits. */
class ComparisonRunTest {
    @Test
    void anyNumberOfThreadsGivesTheSameBits() {
        assertTrue(Arrays.deepEquals(
                answers(ComparisonTrainer.train(MODELS, SHORT.withThreads(1))),
                answers(ComparisonTrainer.train(MODELS, SHORT.withThreads(3)))));
    }

    @Test
    void stoppingAndResumingGivesTheSameBits(@TempDir Path folder) {
        Path file = folder.resolve("checkpoint");
        Fitting fitting = SHORT.withBudget(new Budget.Steps(130))
                .withCheckpointing(new Fitting.Checkpointing(file, Duration.ofHours(1), true));
        AtomicInteger polled = new AtomicInteger();
        assertThrows(
                TrainingStopped.class,
                () -> ComparisonTrainer.train(MODELS, fitting.withStop(() -> polled.incrementAndGet() > 115)));
        assertTrue(Files.exists(file));
        double[][] resumed = answers(ComparisonTrainer.train(MODELS, fitting));
        double[][] whole = answers(ComparisonTrainer.train(MODELS, SHORT.withBudget(new Budget.Steps(130))));
        assertTrue(Arrays.deepEquals(whole, resumed));
    }

    /** Refits come after the last step: they are seen, and can be stopped like steps. */
    @Test
    void refitsAreReportedAndCanBeStopped(@TempDir Path folder) {
        Path file = folder.resolve("checkpoint");
        List<TrainingEvent> events = new ArrayList<>();
        Fitting fitting = SHORT.withListener(events::add)
                .withCheckpointing(new Fitting.Checkpointing(file, Duration.ofHours(1), true));
        assertThrows(
                TrainingStopped.class,
                () -> ComparisonTrainer.train(
                        MODELS, fitting.withStop(() -> events.stream().anyMatch(ComparisonRunTest::isRefit))));
        assertTrue(Files.exists(file));
        assertTrue(events.stream().noneMatch(TrainingEvent.Finished.class::isInstance));
        double[][] resumed = answers(ComparisonTrainer.train(MODELS, fitting));
        assertInstanceOf(TrainingEvent.Finished.class, events.getLast());
        assertTrue(Arrays.deepEquals(answers(ComparisonTrainer.train(MODELS, SHORT)), resumed));
    }

    private static boolean isRefit(TrainingEvent event) {
        return event instanceof TrainingEvent.Working working && working.what().startsWith("refits");
    }

    private static TrainingPlan plan(Fitting fitting) {
        return new ComparisonTrainer().trainer(MODELS.balanced(), fitting).plan();
    }

    /** With 500 steps between validations, patience would outlast the budget. */
    @Test
    void trainingCanEndBeforeItsBudget() {
        for (long steps : new long[] {500, 2000, 5000, 20_000}) {
            TrainingPlan plan = plan(Fitting.DEFAULT.withBudget(new Budget.Steps(steps)));
            long earliest = (long) plan.validateEvery() * (1 + plan.patience() * (1 + plan.reductions()));
            assertTrue(earliest <= 0.6 * steps, "after " + earliest + " of " + steps);
        }
        assertEquals(250, plan(Fitting.DEFAULT).validateEvery());
        assertEquals(25, plan(SHORT).validateEvery());
        assertEquals(500, plan(SHORT.withBudget(new Budget.Steps(1_000_000))).validateEvery());
        assertEquals(
                100, plan(SHORT.withBudget(new Budget.Simulations(2000 * 64))).validateEvery());
        Map<String, Object> settings = Map.of("training", Map.of("validateEvery", 7, "validationSets", 90));
        assertEquals(7, plan(SHORT.withSettings(settings)).validateEvery());
        assertEquals(90, plan(SHORT.withSettings(settings)).validationSets());
    }
}
