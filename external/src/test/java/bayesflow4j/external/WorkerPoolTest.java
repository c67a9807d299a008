package bayesflow4j.external;

import static bayesflow4j.external.Simulators.SHAPE;
import static bayesflow4j.external.Simulators.alive;
import static bayesflow4j.external.Simulators.batch;
import static bayesflow4j.external.Simulators.python;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.Batch;
import bayesflow4j.model.Covariates;
import bayesflow4j.model.SimulatorUnavailableException;
import bayesflow4j.random.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkerPoolTest {
    /** What the simulator gives when nothing goes wrong and nothing is shared: one worker, one thread. */
    private static final Batch EXPECTED = simulated("well", 1, 1);

    private static Batch simulated(String mode, int workers, int threads) {
        try (WorkerPool pool = new WorkerPool(python(mode), SHAPE, workers)) {
            return batch(pool, 24, threads);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "well,2,2",
        "well,3,8",
        "says-hello,2,4",
        "crashes-at-random,2,4",
        "floods-stderr,2,2",
        "groups,2,16",
        "groups-crash,1,16"
    })
    void theDataDependOnNeitherWorkersNorThreadsNorCrashes(String mode, int workers, int threads) {
        Batch batch = simulated(mode, workers, threads);
        assertArrayEquals(EXPECTED.theta(), batch.theta());
        assertArrayEquals(EXPECTED.x(), batch.x());
        assertEquals(0, batch.failures().count());
    }

    @Test
    void aWorkerSurvivesAcrossSimulations() {
        Batch batch = simulated("pid", 2, 4);
        long processes = IntStream.range(0, batch.size())
                .mapToObj(m -> batch.observations(m).at(0, 0))
                .distinct()
                .count();
        assertTrue(processes <= 2, processes + " processes");
    }

    @Test
    void aGroupIsAskedAtOnceAndWhatWasAnsweredStaysWhenItBreaksDown() throws Exception {
        List<Task> tasks = IntStream.range(0, 5)
                .mapToObj(i -> new Task(i, new double[] {i}, Covariates.NONE, 2, i))
                .toList();
        try (Worker worker = new Worker(python("groups-crash"), SHAPE)) {
            assertEquals(1, worker.batch());
            worker.ask(tasks.subList(0, 1));
            assertEquals(32, worker.batch());
            Breakdown e = assertThrows(Breakdown.class, () -> worker.ask(tasks.subList(1, 5)));
            assertEquals(Breakdown.Kind.CRASH, e.kind());
            assertEquals(
                    List.of(true, false, false, false, true),
                    tasks.stream().map(Task::isDone).toList());
        }
    }

    @Test
    void tasksThatBrokeAProcessGoAlone() throws Exception {
        TaskQueue queue = new TaskQueue();
        List<Task> tasks = IntStream.range(0, 5)
                .mapToObj(i -> new Task(i, new double[1], Covariates.NONE, 1, i))
                .toList();
        tasks.get(2).tried();
        tasks.forEach(queue::add);
        assertEquals(tasks.subList(0, 2), queue.take(10));
        assertEquals(tasks.subList(2, 3), queue.take(10));
        assertEquals(tasks.subList(3, 4), queue.take(1));
        queue.again(tasks.get(0));
        assertEquals(List.of(tasks.get(0), tasks.get(4)), queue.take(10));
    }

    @Test
    void aShellScriptSpeaksTheProtocol() {
        SimulatorCommand command = Simulators.command(SimulatorCommand.Protocol.LINES, "./lines.sh");
        try (WorkerPool one = new WorkerPool(command, SHAPE, 1);
                WorkerPool two = new WorkerPool(command, SHAPE, 2)) {
            Batch batch = batch(one, 6, 1);
            assertEquals(0, batch.failures().count(), batch.failures().report());
            for (int m = 0; m < batch.size(); m++) {
                double excess = batch.observations(m).at(0, 0) - batch.theta()[m][0];
                assertTrue(excess > -1e-6 && excess < 1 + 1e-6, "" + excess);
            }
            assertArrayEquals(batch.x(), batch(two, 6, 3).x());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "refuses-below | the simulator replied: mu is below -1",
                "crashes-below | exit code 1. Its stderr ended with:#  mu below -1, cannot go on",
                "not-a-number | returned NaN in row 0, column x"
            })
    void aFailedSimulationIsReplacedAndCounted(String mode, String reason) {
        try (WorkerPool pool = new WorkerPool(python(mode), SHAPE, 2)) {
            Batch batch = batch(pool, 10, 1);
            String report = batch.failures().report();
            assertTrue(
                    report.replace('\n', '#')
                            .replace(" before its first reply", "")
                            .contains(reason),
                    report);
            for (double[] theta : batch.theta()) assertTrue(theta[0] >= -1);
        }
    }

    @Test
    void aHangingSimulationIsKilledAndReplaced() {
        SimulatorCommand command = python("hangs-below").withTimeLimit(Duration.ofMillis(300));
        try (WorkerPool pool = new WorkerPool(command, SHAPE, 1)) {
            // So that the start of an interpreter on a busy machine is not counted.
            pool.simulate(new double[] {1}, 1, new Seed(1).stream(0));
            ExternalSimulationException e = assertThrows(
                    ExternalSimulationException.class,
                    () -> pool.simulate(new double[] {-2}, 1, new Seed(1).stream(0)));
            assertTrue(e.getMessage().contains("did not reply within"), e.getMessage());
            assertTrue(e.getMessage().contains("thinking about -2"), e.getMessage());
            assertEquals(
                    3, pool.simulate(new double[] {1}, 3, new Seed(1).stream(0)).count());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fails-at-start | exit code 1 before its first reply. Its stderr ended with:#  ModuleNotFoundError: no",
                "chatty | \"loading the model ...\"",
                "floods-lines | wrote a line to stdout that is not a reply (not a JSON object): \"y\"; only replies",
                "floods-a-line | an overlong line to stdout, which begins with: \"yyy",
                "too-wide | a row of 2 numbers, expected 1 [x]",
                "wrong-id | a reply to request 2, which is not open"
            })
    void aSimulatorThatDoesNotWorkEndsTheWorkAndSaysWhy(String mode, String reason) {
        SimulatorUnavailableException e =
                assertThrows(SimulatorUnavailableException.class, () -> simulated(mode, 1, 2));
        assertTrue(e.getMessage().contains("The simulator does not work"), e.getMessage());
        assertTrue(e.getMessage().replace('\n', '#').contains(reason), e.getMessage());
        assertTrue(e.getMessage().length() < 2000, e.getMessage());
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        SimulatorCommand command = Simulators.command(SimulatorCommand.Protocol.LINES, "pyhton3", "x.py");
        try (WorkerPool pool = new WorkerPool(command, SHAPE, 2)) {
            SimulatorUnavailableException e =
                    assertThrows(SimulatorUnavailableException.class, () -> batch(pool, 4, 2));
            assertTrue(e.getMessage().contains("Is pyhton3 installed and on the PATH?"), e.getMessage());
            assertThrows(SimulatorUnavailableException.class, () -> batch(pool, 4, 2));
        }
    }

    @Test
    void closingEndsTheProcessesAndWhoeverWaits() throws Exception {
        List<Long> before = alive().map(ProcessHandle::pid).toList();
        WorkerPool pool = new WorkerPool(python("hangs"), SHAPE, 1);
        CompletableFuture<?> waiting =
                CompletableFuture.supplyAsync(() -> pool.simulate(new double[] {0}, 1, new Seed(1).stream(0)));
        ProcessHandle started = newcomer(before);
        pool.close();
        pool.close();
        ExecutionException e = assertThrows(ExecutionException.class, waiting::get);
        assertTrue(e.getCause().getMessage().endsWith("was closed"), e.toString());
        started.onExit().get();
        assertThrows(
                SimulatorUnavailableException.class, () -> pool.simulate(new double[] {0}, 1, new Seed(1).stream(0)));
    }

    private static ProcessHandle newcomer(List<Long> before) {
        while (true) {
            Optional<ProcessHandle> found =
                    alive().filter(p -> !before.contains(p.pid())).findFirst();
            if (found.isPresent()) return found.get();
            assertFalse(Thread.currentThread().isInterrupted(), "no process was started");
        }
    }

    /** The time limit of the class is that of its tests alone. */
    @AfterEach
    @Timeout(60)
    void noProcessStays() throws Exception {
        for (ProcessHandle process : alive().toList()) process.onExit().get();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void thereIsAtLeastOneWorker(int workers) {
        assertThrows(IllegalArgumentException.class, () -> new WorkerPool(python("well"), SHAPE, workers));
    }
}
