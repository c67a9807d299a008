package bayesflow4j.sequential;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.CaseMethods;
import bayesflow4j.data.DataFileException;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.method.TrainingStopped;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is true of every method for one data set: a scale and a probability from five noisy numbers. */
abstract class CaseMethodLaws {
    private static final Observations X = Observations.ofVector(0.4, 1.2, -0.3, 0.9, 0.8);
    private static final Seed DRAWS = new Seed(8);

    private final AtomicInteger runs = new AtomicInteger();

    /** Fails at a twentieth of the parameters. */
    private final GenerativeModel model = GenerativeModel.of(
            "scaled",
            Prior.of("scale", Distribution.gamma(2, 1)).and("share", Distribution.uniform(0, 1)),
            (theta, count, rng) -> {
                runs.incrementAndGet();
                if (theta[1] > 0.95) throw new IllegalStateException("share too large");
                double[] y = new double[5];
                for (int i = 0; i < 5; i++) y[i] = theta[0] * (rng.nextGaussian() + theta[1]);
                return Observations.ofVector(y);
            },
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            "a",
            "b",
            "c",
            "d",
            "e");

    /** The name of the method under test. */
    protected abstract String name();

    /** Changes to its settings that make it fast. */
    protected abstract Map<String, Object> quick();

    private Fitting fitting() {
        return Fitting.DEFAULT.withSettings(Map.of("case", quick())).withSeed(new Seed(2));
    }

    private CaseFit fit(Fitting fitting) {
        return CaseMethods.named(name()).fit(model, X, fitting);
    }

    private static double[][] draws(CaseFit fit) {
        return fit.posterior().sample(50, DRAWS).rows();
    }

    @Test
    void threadsDoNotMatter() {
        assertArrayEquals(
                draws(fit(fitting().withThreads(1))), draws(fit(fitting().withThreads(3))));
    }

    @Test
    void aFitThatWasStoppedGoesOnWithTheSameBits(@TempDir Path folder) {
        CaseFit whole = fit(fitting().withThreads(1));
        int all = runs.getAndSet(0);
        Fitting kept = fitting()
                .withThreads(1)
                .withCheckpointing(new Fitting.Checkpointing(folder.resolve("state"), Duration.ZERO, true));
        assertThrows(TrainingStopped.class, () -> fit(kept.withStop(() -> runs.get() > all / 3)));
        assertTrue(runs.get() < all);
        CaseFit resumed = fit(kept);
        assertArrayEquals(draws(whole), draws(resumed));
        assertEquals(all, runs.get(), "simulations");
        assertEquals(whole.failures().count(), resumed.failures().count());
        assertArrayEquals(draws(whole), draws(fit(kept)));
        assertEquals(all, runs.get(), "simulations of a fit that was done");
    }

    @Test
    void aStateOfAnotherFitIsRefused(@TempDir Path folder) {
        Fitting kept = fitting().withCheckpointing(new Fitting.Checkpointing(folder, Duration.ZERO, true));
        fit(kept);
        DataFileException e = assertThrows(DataFileException.class, () -> fit(kept.withSeed(new Seed(3))));
        assertTrue(e.getMessage().contains("seed"), e.getMessage());
    }

    @Test
    void drawsStayWithinThePriorAndFailuresAreCounted() {
        CaseFit fit = fit(fitting());
        Draws draws = fit.posterior().sample(500, DRAWS);
        for (double[] theta : draws.rows()) assertTrue(model.prior().contains(theta));
        assertTrue(fit.failures().count() > 0);
        assertFalse(fit.rounds().isEmpty());
        long sum = fit.rounds().stream().mapToLong(round -> round.simulations()).sum();
        assertEquals(fit.provenance().simulations(), sum);
    }

    @Test
    void aCheckHasATruthForEachDataSet() {
        Recovery recovery = fit(fitting()).check().around(10, 30, new Seed(4)).recovery();
        assertEquals(10, recovery.dataSets());
        assertEquals(30, recovery.drawsPerDataSet());
    }

    private Recovery check(Fitting fitting) {
        return fit(fitting).check().around(10, 30, new Seed(4)).recovery();
    }

    private static double[][] numbers(Recovery recovery) {
        double[][] numbers = new double[11][];
        for (int k = 0; k < 10; k++) numbers[k] = recovery.draws(k).column(0);
        numbers[10] = recovery.truth(0);
        return numbers;
    }

    private Fitting keptIn(Path folder) {
        return fitting().withThreads(1).withCheckpointing(new Fitting.Checkpointing(folder, Duration.ZERO, true));
    }

    private static Path copied(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) Files.copy(file, to.resolve(file.getFileName()));
        }
        return to;
    }

    @Test
    void aCheckThatWasStoppedGoesOnWithTheSameBits(@TempDir Path folder) throws IOException {
        Fitting whole = keptIn(folder.resolve("whole"));
        fit(whole);
        Fitting kept = keptIn(copied(folder.resolve("whole"), folder.resolve("stopped")));
        runs.set(0);
        double[][] expected = numbers(check(whole));
        int all = runs.getAndSet(0);
        assertArrayEquals(expected, numbers(check(whole)));
        assertEquals(0, runs.get(), "simulations of a check that was done");
        assertThrows(TrainingStopped.class, () -> check(kept.withStop(() -> runs.get() > all / 2)));
        assertTrue(runs.get() < all);
        assertArrayEquals(expected, numbers(check(kept)));
        assertEquals(all, runs.get(), "simulations of a check in two parts");
    }

    /** The text says how far each part is, and the estimate is of the whole fit: it does not begin anew with each part. */
    @Test
    void progressTellsTheTimeLeftOfTheWhole() {
        List<TrainingEvent.Part> heard = new CopyOnWriteArrayList<>();
        fit(fitting().withListener(event -> {
            if (event instanceof TrainingEvent.Part part) heard.add(part);
        }));
        assertFalse(heard.isEmpty());
        for (TrainingEvent.Part part : heard) {
            assertTrue(part.what().matches("(round|population) \\d.*\\d+ of \\d+( or more)?"), part.what());
            assertTrue(Double.isNaN(part.secondsLeft()) || part.secondsLeft() >= 0, part.toString());
        }
        assertTrue(heard.stream().anyMatch(part -> part.secondsLeft() > 0), heard.toString());
    }

    @Test
    void unknownSettingsAreRefused() {
        Map<String, Object> more = new LinkedHashMap<>(quick());
        more.put("speed", 3);
        Fitting wrong = fitting().withSettings(Map.of("case", more));
        assertThrows(FieldException.class, () -> fit(wrong));
        assertThrows(FieldException.class, () -> CaseMethods.named(name()).settings(model, wrong));
    }
}
