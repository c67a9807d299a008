package bayesflow4j.reference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.check.Likeness;
import bayesflow4j.classical.ReferenceTable;
import bayesflow4j.classical.abc.AbcPosterior;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Summarized;
import bayesflow4j.random.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceFitTest {
    private static final List<Observations> DATA =
            Examples.model().batch(new Seed(8), 0, 5).observations();

    private static Fitting of(String method) {
        return method.equals("abc-nn") ? Examples.nearest() : Examples.forest();
    }

    private static double[][] draws(TablePosterior posterior, Observations x) {
        return posterior.given(x).sample(100, new Seed(9)).rows();
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc-nn", "abc-rf"})
    void oneThreadFitsWhatTwoFit(String method) {
        TablePosterior one = Examples.fit(method, of(method).withThreads(1));
        TablePosterior two = Examples.fit(method, of(method).withThreads(2));
        for (Observations x : DATA) assertArrayEquals(draws(one, x), draws(two, x));
        assertArrayEquals(one.referenceSummaries(), two.referenceSummaries());
        TablePosterior other = Examples.fit(method, of(method).withSeed(new Seed(4)));
        assertFalse(Arrays.deepEquals(draws(one, DATA.getFirst()), draws(other, DATA.getFirst())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc-nn", "abc-rf"})
    void everyPartIsHeardOfAndTheEndComesOnce(String method) {
        List<TrainingEvent> events = new ArrayList<>();
        TablePosterior fitted = Examples.fit(method, of(method).withListener(events::add));
        Set<String> parts = events.stream()
                .filter(TrainingEvent.Working.class::isInstance)
                .map(event -> ((TrainingEvent.Working) event).what())
                .collect(Collectors.toSet());
        assertTrue(parts.contains("reference table"), parts.toString());
        assertEquals(method.equals("abc-rf"), parts.containsAll(List.of("trees for high", "trees for low")));
        assertEquals(
                1,
                events.stream().filter(TrainingEvent.Finished.class::isInstance).count());
        TrainingEvent.Finished end = assertInstanceOf(TrainingEvent.Finished.class, events.getLast());
        assertEquals(60, end.steps());
        assertEquals(60, fitted.provenance().training().orElseThrow().steps());
        assertEquals(method, fitted.provenance().method());
        // 512 for the scales, 64 that validate, 60 steps of 16, and the table.
        int table = fitted.design().table().simulations();
        assertEquals(512 + 64 + 960 + table, fitted.provenance().simulations());
    }

    @ParameterizedTest
    @ValueSource(strings = {"reference table", "trees for low"})
    void stopsWithinEachPart(String part) {
        boolean[] reached = {false};
        List<TrainingEvent> later = new ArrayList<>();
        Fitting fitting = Examples.fitting(Map.of("simulations", 5000, "trees", 200))
                .withListener(event -> {
                    if (reached[0]) later.add(event);
                    if (event instanceof TrainingEvent.Working working
                            && working.what().equals(part)) reached[0] = true;
                })
                .withStop(() -> reached[0]);
        assertThrows(TrainingStopped.class, () -> Examples.fit("abc-rf", fitting));
        assertEquals(List.of(), later);
    }

    @Test
    void aFitThatWasStoppedInTheTableGoesOn(@TempDir Path directory) {
        Fitting whole = Examples.nearest().withBudget(new Budget.Steps(150));
        Path file = directory.resolve("checkpoint");
        Fitting saved = whole.withCheckpointing(new Fitting.Checkpointing(file, Duration.ZERO, true));
        boolean[] reached = {false};
        TrainingStopped stopped = assertThrows(
                TrainingStopped.class,
                () -> Examples.fit(
                        "abc-nn",
                        saved.withListener(event -> reached[0] |= event instanceof TrainingEvent.Working)
                                .withStop(() -> reached[0])));
        assertEquals(100, stopped.step());
        List<TrainingEvent> events = new ArrayList<>();
        TablePosterior resumed = Examples.fit("abc-nn", saved.withListener(events::add));
        assertEquals(new TrainingEvent.Resumed(100, file), events.getFirst());
        assertTrue(resumed.provenance().seconds()
                > resumed.statistics().network().orElseThrow().provenance().seconds());
        TablePosterior atOnce = Examples.fit("abc-nn", whole);
        for (Observations x : DATA) assertArrayEquals(draws(atOnce, x), draws(resumed, x));
    }

    @Test
    void aBudgetOfSimulationsIsForNetworkAndTable() {
        Fitting fitting = Examples.fitting(Map.of()).withBudget(new Budget.Simulations(4000));
        TablePosterior half = Examples.fit("abc-nn", fitting);
        assertEquals(2000, half.design().table().simulations());
        assertTrue(half.provenance().simulations() <= 4000, half.provenance().toString());
        assertTrue(
                half.provenance().simulations() > 4000 - 16, half.provenance().toString());
        TablePosterior said = Examples.fit(
                "abc-nn", Examples.fitting(Map.of("simulations", 3000)).withBudget(new Budget.Simulations(4000)));
        assertEquals(3000, ((AbcPosterior) said.estimator()).rows().table().rows());
        assertTrue(said.provenance().simulations() <= 4000, said.provenance().toString());
    }

    /** The model's own simulations, stored, are rows of the table as they are. */
    @Test
    void aStoredTableTrainsAndIsTheReference() {
        SimulationTable stored = SimulationTable.of(Examples.model().batches(new Seed(5), 800, 16));
        TablePosterior fitted =
                Examples.fit("abc-nn", Examples.fitting(Map.of()).withTable(stored));
        ReferenceTable table = ((AbcPosterior) fitted.estimator()).rows().table();
        assertEquals(800, table.rows());
        for (int row = 0; row < 800; row++) assertArrayEquals(stored.theta().get(row), table.theta(row));
        assertEquals(800, fitted.provenance().simulations());
        double[][] summaries = fitted.referenceSummaries();
        assertEquals(64, summaries.length);
        long four = stored.x().stream().filter(x -> x.count() == 4).count();
        TablePosterior ofFour = Examples.fit(
                "abc-nn", Examples.fitting(Map.of("observations", 4)).withTable(stored));
        assertEquals(four, ((AbcPosterior) ofFour.estimator()).rows().table().rows());
        assertEquals(ObservationCount.exactly(4), ofFour.schema().count());
    }

    @Test
    void aTableOfOneNReadsDataSetsOfThisN() {
        TablePosterior fitted =
                Examples.fit("abc-rf", Examples.fitting(Map.of("simulations", 500, "trees", 5, "observations", 4)));
        assertEquals(ObservationCount.exactly(4), fitted.schema().count());
        assertEquals(
                10,
                fitted.given(Observations.of(1, 2, 3, 2))
                        .sample(10, new Seed(1))
                        .count());
        assertThrows(IllegalArgumentException.class, () -> fitted.given(Observations.of(1, 2, 3)));
    }

    /** The statistic of a normal is its mean: that of many draws of the network, on the scale without bounds. */
    @Test
    void theStatisticIsTheMeanOfTheNetworksPosterior() {
        TablePosterior fitted = Examples.fit("abc-nn", Examples.nearest());
        AmortizedPosterior network = fitted.statistics().network().orElseThrow();
        List<Observations> many = Examples.model().batch(new Seed(11), 0, 6).observations();
        double[][] statistics = many.stream().map(network::mean).toArray(double[][]::new);
        double[][] means = new double[many.size()][2];
        for (int k = 0; k < means.length; k++)
            for (double[] theta :
                    network.given(many.get(k)).sample(20_000, new Seed(12)).rows()) {
                double[] real = Examples.model().prior().toReal(theta);
                for (int j = 0; j < 2; j++) means[k][j] += real[j] / 20_000;
            }
        // The scale is standardized too: differences between data sets are proportional.
        for (int j = 0; j < 2; j++) {
            double unit = (means[1][j] - means[0][j]) / (statistics[1][j] - statistics[0][j]);
            for (int k = 2; k < means.length; k++)
                assertEquals(
                        means[k][j] - means[0][j], unit * (statistics[k][j] - statistics[0][j]), 0.1 * Math.abs(unit));
        }
        assertArrayEquals(statistics[0], fitted.given(many.getFirst()).summary());
    }

    @Test
    void dataUnlikeAllSimulationsAreNoticed() {
        TablePosterior fitted = Examples.fit("abc-rf", Examples.forest());
        for (Observations x : DATA)
            assertFalse(
                    Likeness.of(fitted, List.of(x), List.of(fitted.given(x))).warns());
        Observations wild = Observations.of(-300, 500, 100, 200);
        Summarized strange = fitted.given(wild);
        assertTrue(Likeness.of(fitted, List.of(wild), List.of(strange)).warns());
    }
}
