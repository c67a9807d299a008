package bayesflow4j.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulationStoreTest {
    private static final Seed SEED = new Seed(3);
    private final AtomicInteger runs = new AtomicInteger();

    /** One simulation in ten fails. */
    private final GenerativeModel model = GenerativeModel.of(
            "noise",
            Prior.of("m", Distribution.normal(0, 1)),
            (theta, count, rng) -> {
                runs.incrementAndGet();
                if (rng.nextInt(10) == 0) throw new IllegalStateException("bad luck");
                return Observations.ofVector(theta[0] + rng.nextGaussian());
            },
            ObservationCount.exactly(1),
            DataKind.VECTOR,
            "y");

    private SimulationTable table(Optional<Path> file, int count, int threads, int stopAfter) {
        SimulationStore store = new SimulationStore(file, model);
        return store.upTo(count, i -> model.batch(SEED, i, 1), threads, done -> {}, () -> runs.get() >= stopAfter);
    }

    @Test
    void threadsDoNotMatter() {
        SimulationTable one = table(Optional.empty(), 50, 1, 1000);
        SimulationTable four = table(Optional.empty(), 50, 4, 1000);
        for (int i = 0; i < 50; i++) {
            assertArrayEquals(one.theta().get(i), four.theta().get(i));
            assertEquals(one.x().get(i), four.x().get(i));
        }
    }

    @Test
    void whatIsStoredIsNotSimulatedAgain(@TempDir Path folder) {
        SimulationTable whole = table(Optional.empty(), 60, 2, 1000);
        int all = runs.getAndSet(0);
        Optional<Path> file = Optional.of(folder.resolve("sims.npz"));
        assertThrows(TrainingStopped.class, () -> table(file, 60, 2, 20));
        SimulationTable resumed = table(file, 60, 2, 1000);
        assertEquals(all, runs.get(), "simulations, with those that failed");
        for (int i = 0; i < 60; i++) assertEquals(whole.x().get(i), resumed.x().get(i));
        table(file, 60, 2, 1000);
        assertEquals(all, runs.get());
    }

    @Test
    void failuresAreCountedAcrossInterruptions(@TempDir Path folder) {
        Optional<Path> file = Optional.of(folder.resolve("sims.npz"));
        SimulationStore first = new SimulationStore(file, model);
        first.upTo(60, i -> model.batch(SEED, i, 1), 1, done -> {}, () -> false);
        assertTrue(first.failures().count() > 0);
        SimulationStore second = new SimulationStore(file, model);
        assertEquals(first.failures().count(), second.failures().count());
        assertEquals(first.failures().attempts(), second.failures().attempts());
        assertEquals(60, second.found());
    }

    /** The sixth simulation ends only when the five before it are in the file; it gives up after ten times the usual wait. */
    @Test
    void whatIsDoneIsSavedWhileTheNextRuns(@TempDir Path folder) {
        Path file = folder.resolve("sims.npz");
        SimulationStore store = new SimulationStore(Optional.of(file), model);
        SimulationTable table = store.upTo(
                6,
                i -> {
                    for (int tries = 0; i == 5 && !Files.exists(file); tries++) {
                        assertTrue(tries < 1000, "nothing was saved");
                        pause();
                    }
                    return model.batch(SEED, i, 1);
                },
                1,
                done -> {},
                () -> false);
        assertEquals(6, table.size());
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
