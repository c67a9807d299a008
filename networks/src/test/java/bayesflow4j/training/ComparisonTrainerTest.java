package bayesflow4j.training;

import static bayesflow4j.model.ObservationCount.between;
import static bayesflow4j.model.distribution.Distribution.normal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedComparison;
import bayesflow4j.data.DataFileException;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.Hypotheses;
import bayesflow4j.hypotheses.ModelComparison;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.PriorsJson;
import bayesflow4j.storage.Safetensors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Normal data whose mean is 0, a model without parameters, or drawn from N(0, 1): the Bayes factor has a closed form. */
class ComparisonTrainerTest {
    private static final ObservationCount COUNT = ObservationCount.between(5, 20);
    private static final Hypotheses MODELS = Hypotheses.of(
            GenerativeModel.of("zero", Prior.none(), (θ, n, rng) -> draw(0, n, rng), COUNT, DataKind.SET, "x"),
            GenerativeModel.of(
                    "mean", Prior.of("mu", normal(0, 1)), (θ, n, rng) -> draw(θ[0], n, rng), COUNT, DataKind.SET, "x"));
    private static final Fitting SHORT =
            Fitting.DEFAULT.withBudget(new Budget.Steps(20)).withThreads(2);
    private static ModelComparison trained;

    private static Observations draw(double mean, int count, RandomGenerator rng) {
        double[] x = new double[count];
        for (int i = 0; i < count; i++) x[i] = rng.nextGaussian(mean, 1);
        return Observations.of(x);
    }

    private static double exact(Observations x) {
        double sum = 0;
        for (float value : x.values()) sum += value;
        return (sum * sum / (1 + x.count()) - Math.log1p(x.count())) / 2 / Math.log(10);
    }

    private static List<Observations> dataSets(int count) {
        return SimulationTable.of(MODELS.mixture().batches(new Seed(77), count, 1))
                .x();
    }

    @BeforeAll
    static void train() {
        trained = ComparisonTrainer.train(MODELS, SHORT.withBudget(new Budget.Steps(600)));
    }

    /** The goal of the full benchmark is the same, see {@code docs/results/comparison}. */
    @Test
    void bayesFactorsAreNearTheExactOnes() {
        double sum = 0;
        int near = 0;
        for (Observations x : dataSets(1000)) {
            double exact = exact(x);
            if (Math.abs(exact) >= 3) continue;
            sum += Math.abs(trained.given(x).log10BayesFactor(1, 0).mean() - exact);
            near++;
        }
        assertTrue(sum / near < 0.15, "mean absolute error " + sum / near);
    }

    private static double within(ModelComparison comparison, double from, double to) {
        int within = 0;
        int all = 0;
        for (Observations x : dataSets(3000)) {
            double exact = exact(x);
            if (Math.abs(exact) < from || Math.abs(exact) >= to) continue;
            Estimate estimate = comparison.given(x).log10BayesFactor(1, 0);
            if (Math.abs(estimate.mean() - exact) <= 2 * estimate.se()) within++;
            all++;
        }
        return (double) within / all;
    }

    @Test
    void standardErrorsAreHonestNearZeroAndFarFromIt() {
        for (int size = 0; size < 4; size++) {
            double within = within(trained, size, size + 1);
            assertTrue(within >= 0.9, within + " within two standard errors, size " + size);
        }
    }

    /** All classifiers learn the same rows by heart; held-out rows tell so. */
    @Test
    void standardErrorsOfTablesAreHonestToo() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(MODELS.models().get(0).batches(new Seed(5), 1000, 1)),
                SimulationTable.of(MODELS.models().get(1).batches(new Seed(6), 1000, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT.withBudget(new Budget.Steps(600)));
        double within = within(comparison, 0, 4);
        assertTrue(within >= 0.9, within + " within two standard errors");
    }

    @Test
    void thePriorIsAppliedAfterwards() {
        Observations x = dataSets(1).getFirst();
        double[] equal = trained.given(x).probabilities();
        double[] weighted = trained.withPrior(List.of(1.0, 3.0)).given(x).probabilities();
        assertEquals(3 * equal[1] / equal[0], weighted[1] / weighted[0], 1e-9);
    }

    @Test
    void dataOfNoneOfTheModelsAreCalledSo() {
        Observations strange = Observations.of(9, -9, 9, -9, 9, -9, 9, -9);
        Observations usual = draw(0.3, 12, new Seed(3).stream(0));
        ModelInference inference = ModelInference.of(
                "test", trained, ObservedData.of(List.of(strange, usual), List.of("strange", "usual")));
        assertTrue(inference.isOfNone(0));
        assertTrue(!inference.isOfNone(1));
        assertTrue(inference.sentence().contains("none of the models"), inference.sentence());
    }

    private static GenerativeModel around(String name, double mean) {
        return GenerativeModel.of(
                name, Prior.none(), (θ, n, rng) -> draw(mean, n, rng), between(5, 20), DataKind.SET, "x");
    }

    /** Data between two models are near the mean of all their data, but no model makes them; older files cannot tell. */
    @Test
    void dataBetweenTheModelsAreOfNone(@TempDir Path folder) throws Exception {
        Hypotheses apart = Hypotheses.of(around("left", -5), around("right", 5));
        AmortizedComparison comparison = ComparisonTrainer.train(apart, SHORT.withBudget(new Budget.Steps(60)));
        List<Observations> data = List.of(
                draw(0, 12, new Seed(3).stream(0)),
                draw(-5, 12, new Seed(3).stream(1)),
                draw(5, 12, new Seed(3).stream(2)));
        ObservedData observed = ObservedData.of(data, List.of("between", "left", "right"));
        ModelInference inference = ModelInference.of("test", comparison, observed);
        assertTrue(inference.isOfNone(0) && !inference.isOfNone(1) && !inference.isOfNone(2));
        inference.write(folder);
        List<String> lines = Files.readAllLines(folder.resolve("probabilities.csv"));
        assertEquals("data_set,left,right,none_of_them", lines.get(0));
        assertTrue(lines.get(1).endsWith(",1") && lines.get(2).endsWith(",0"), lines.toString());

        Path file = folder.resolve("comparison.safetensors");
        EstimatorFile.write(comparison, file);
        AmortizedComparison read = (AmortizedComparison) EstimatorFile.read(file);
        assertArrayEquals(comparison.referenceGroups(), read.referenceGroups());
        Safetensors content = Safetensors.read(file);
        new Safetensors(content.metadata(), content.tensors()).write(file);
        ModelComparison old = (ModelComparison) EstimatorFile.read(file);
        assertFalse(ModelInference.of("test", old, observed).isOfNone(0));
        new Safetensors(
                        content.metadata(),
                        content.tensors(),
                        Map.of("reference.models", new Safetensors.Integers(new int[] {2}, new int[] {0, 1})))
                .write(file);
        String message = assertThrows(DataFileException.class, () -> EstimatorFile.read(file))
                .getMessage();
        assertTrue(message.contains("reference.models: expected a number below 2"), message);
    }

    private static double[][] answers(ModelComparison comparison) {
        return dataSets(5).stream()
                .map(comparison::given)
                .flatMap(p -> Stream.of(p.probabilities(), p.standardErrors()))
                .toArray(double[][]::new);
    }

    @Test
    void aFileGivesTheSameBits(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("comparison.safetensors");
        EstimatorFile.write(trained, file);
        ModelComparison read = (ModelComparison) EstimatorFile.read(file);
        assertEquals(List.of("zero", "mean"), read.models());
        assertTrue(Arrays.deepEquals(answers(trained), answers(read)));
        assertEquals(
                List.of("normal(0, 1)"), PriorsJson.in(file, "mean").orElseThrow().notation());
        assertEquals(0, PriorsJson.in(file, "zero").orElseThrow().dimension());
        assertTrue(PriorsJson.in(file, "other").isEmpty());
        EstimatorFile.write(read, file);
        assertTrue(PriorsJson.in(file, "mean").isPresent(), "a file that is read and written keeps them");
    }

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
                        MODELS, fitting.withStop(() -> events.stream().anyMatch(ComparisonTrainerTest::isRefit))));
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

    /** Patience has to run out twice, once to reduce the rate: with 500 steps between validations that was after 5500 of 5000. */
    @Test
    void trainingCanEndBeforeItsBudget() {
        for (long steps : new long[] {500, 2000, 5000, 20_000}) {
            TrainingPlan plan = plan(Fitting.DEFAULT.withBudget(new Budget.Steps(steps)));
            long earliest = (long) plan.validateEvery() * (1 + plan.patience() * (1 + plan.reductions()));
            assertTrue(earliest <= 0.6 * steps, "after " + earliest + " of " + steps);
        }
        assertEquals(250, plan(Fitting.DEFAULT).validateEvery());
        assertEquals(25, plan(SHORT).validateEvery());
        assertEquals(
                500, plan(SHORT.withBudget(new Budget.Steps(1_000_000))).validateEvery());
        assertEquals(
                100,
                plan(SHORT.withBudget(new Budget.Simulations(2000 * 64))).validateEvery());
        Map<String, Object> settings = Map.of("training", Map.of("validateEvery", 7, "validationSets", 90));
        assertEquals(7, plan(SHORT.withSettings(settings)).validateEvery());
        assertEquals(90, plan(SHORT.withSettings(settings)).validationSets());
    }

    /** Three times as many simulations of one model as of the other must not count as evidence. */
    @Test
    void sharesOfTablesAreTakenOff() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(MODELS.models().get(0).batches(new Seed(5), 900, 1)),
                SimulationTable.of(MODELS.models().get(1).batches(new Seed(6), 300, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT.withBudget(new Budget.Steps(300)));
        double bias = 0;
        int undecided = 0;
        for (Observations x : dataSets(300)) {
            if (Math.abs(exact(x)) > 1) continue;
            bias += comparison.given(x).log10BayesFactor(1, 0).mean() - exact(x);
            undecided++;
        }
        assertEquals(0, bias / undecided, 0.25, "log10 3 is 0.48");
    }

    /** A table of few rows and one of many: data sets that only one model has would be certainly its own. */
    @Test
    void onlyTheNumbersOfRowsThatAllTablesHaveAreLearned() {
        List<SimulationTable> tables = List.of(
                SimulationTable.of(MODELS.models().get(0).withCount(between(5, 15)).batches(new Seed(5), 300, 1)),
                SimulationTable.of(MODELS.models().get(1).withCount(between(10, 40)).batches(new Seed(6), 300, 1)));
        ModelComparison comparison = ComparisonTrainer.train(MODELS, tables, SHORT);
        assertEquals(between(10, 15), comparison.schema().count());
        Observations few = draw(0, 7, new Seed(1).stream(0));
        assertThrows(IllegalArgumentException.class, () -> comparison.given(few));
        ModelComparison same = ComparisonTrainer.train(
                MODELS, SHORT.withTable(MODELS.pooled(tables).table()));
        assertTrue(Arrays.equals(
                comparison.given(draw(0, 12, new Seed(1).stream(0))).probabilities(),
                same.given(draw(0, 12, new Seed(1).stream(0))).probabilities()));
    }

    @Test
    void drawsAreOfTheModels() {
        Observations x = Observations.of(1.2, 0.8, 1.4, 0.9, 1.1, 0.3);
        double[] p = trained.given(x).probabilities();
        double[] mean = trained.given(x).sample(4000, new Seed(1)).mean();
        // Five standard errors of at most 0.008.
        assertArrayEquals(p, mean, 0.04);
    }
}
