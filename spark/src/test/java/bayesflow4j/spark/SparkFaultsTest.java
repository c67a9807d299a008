package bayesflow4j.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.check.Trial;
import bayesflow4j.check.Trials;
import bayesflow4j.cluster.BulkInference;
import bayesflow4j.cluster.TableColumns;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One master and two workers. A {@link Turnstile} stops both executors in the middle of their work, then one worker is killed with
 * its executor; the other one does the rest.
 */
class SparkFaultsTest {
    private static final Seed SEED = new Seed(7);

    @TempDir
    private static Path directory;

    private static Turnstile turnstile;
    private static StandaloneCluster machines;
    private static final List<Process> WORKERS = new ArrayList<>();
    private static SparkCluster cluster;
    private static Path network;

    @BeforeAll
    static void start() throws IOException {
        turnstile = new Turnstile(Files.createDirectory(directory.resolve("turnstile")));
        machines = new StandaloneCluster(
                Files.createDirectory(directory.resolve("spark")),
                Map.of(Turnstile.VARIABLE, turnstile.directory().toString()));
        for (int i = 0; i < 2; i++) startWorker();
        machines.settings().forEach(System::setProperty);
        cluster = SparkCluster.connect(machines.address());
        network = directory.resolve("normal.safetensors");
        EstimatorFile.write(NormalMean.ESTIMATOR, network);
    }

    private static void startWorker() throws IOException {
        WORKERS.add(machines.startWorker(Map.of("BAYESFLOW_TEST_FAULTY", WORKERS.isEmpty() ? "no" : "yes")));
    }

    @AfterAll
    static void stop() {
        if (cluster != null) cluster.close();
        if (machines != null) {
            machines.settings().keySet().forEach(System::clearProperty);
            machines.close();
        }
    }

    /** The result of some work, during which the second worker is killed. */
    private static <T> T whileAWorkerDies(Supplier<T> work) throws IOException {
        turnstile.close();
        CompletableFuture<T> result = CompletableFuture.supplyAsync(work);
        List<Long> executors = turnstile.await(2);
        Process dying = WORKERS.removeLast();
        List<ProcessHandle> children = dying.children().toList();
        assertTrue(children.stream().anyMatch(child -> executors.contains(child.pid())), "its executor is at work");
        dying.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        turnstile.open();
        T value = result.join();
        startWorker();
        return value;
    }

    @Test
    void aCheckSurvivesTheDeathOfAWorker() throws IOException {
        Path model = NormalMean.modelFile(Files.createDirectory(directory.resolve("check")));
        Trials.Round round = new Trials.Round(ObservationCount.between(3, 6), 200, 20, SEED);
        Trials trials = cluster.trials(model.toString(), network);
        assertSame(
                Trials.of(NormalMean.MODEL, NormalMean.ESTIMATOR).run(round),
                whileAWorkerDies(() -> trials.run(round)));
    }

    static void assertSame(List<Trial> expected, List<Trial> trials) {
        assertEquals(expected.size(), trials.size());
        for (int k = 0; k < expected.size(); k++) {
            assertEquals(expected.get(k).theta()[0], trials.get(k).theta()[0]);
            assertEquals(expected.get(k).x(), trials.get(k).x());
            assertEquals(expected.get(k).failures(), trials.get(k).failures());
            for (int l = 0; l < expected.get(k).draws().count(); l++)
                assertEquals(
                        expected.get(k).draws().value(l, 0),
                        trials.get(k).draws().value(l, 0));
        }
    }

    @Test
    void anInferenceSurvivesTheDeathOfAWorker() throws IOException {
        Tables tables = new Tables(cluster.session(), NormalMean.MODEL, 200);
        Path table = tables.writeLong(directory.resolve("observed"));
        Path output = directory.resolve("posteriors");
        BulkInference job = new BulkInference(
                network, table.toString(), TableColumns.USUAL, 20, SEED, BulkInference.Result.DRAWS, output.toString());
        assertEquals(200, whileAWorkerDies(() -> cluster.infer(job)).dataSets());
        tables.assertDraws(NormalMean.ESTIMATOR, 20, SEED, output);
    }

    @Test
    void aSimulationSurvivesTheDeathOfAWorker() throws IOException {
        Path model = NormalMean.modelFile(Files.createDirectory(directory.resolve("simulate")));
        Stores stores = new Stores(model.toString(), SEED);
        Path expected = stores.atHome(directory.resolve("expected"), 500);
        Path written = whileAWorkerDies(() -> stores.on(cluster, directory.resolve("survived"), 500));
        Stores.assertSame(expected, written);
    }

    /** Waits until both workers have an executor: one that comes later may find no work. */
    private static void awaitExecutors() {
        var tracker = cluster.session().sparkContext().statusTracker();
        int withDriver = 1 + WORKERS.size();
        Turnstile.await(() -> tracker.getExecutorInfos().length >= withDriver);
    }

    /** On the second worker the simulator crashes, hangs or writes without end; all rows come from the first one. */
    @Test
    void aSimulatorThatFailsOnOneWorkerDoesNoHarm() throws IOException {
        Path files = Files.createDirectory(directory.resolve("program"));
        Files.copy(Path.of("src/test/simulators/normal.py"), files.resolve("normal.py"));
        Path model = Files.writeString(files.resolve("normal.yaml"), """
                name: program
                parameters: {mu: "normal(0, 1)"}
                data: {kind: set, columns: [x], observations: 3..6}
                simulator: {command: [python3, normal.py], timeout: 1, start-timeout: 5}
                """);
        Stores stores = new Stores(model.toString(), SEED);
        Path expected = stores.atHome(directory.resolve("program-expected"), 100);
        for (String mode : List.of("crash", "flood", "hang")) {
            Files.writeString(turnstile.directory().resolve("fault"), mode);
            awaitExecutors();
            Stores.assertSame(expected, stores.on(cluster, directory.resolve(mode), 100));
            assertTrue(Files.exists(turnstile.directory().resolve("seen-" + mode)), mode);
        }
    }
}
