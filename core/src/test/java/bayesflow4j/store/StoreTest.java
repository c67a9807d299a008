package bayesflow4j.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataFileException;
import bayesflow4j.model.Batch;
import bayesflow4j.model.Column;
import bayesflow4j.model.Covariate;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Failures;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.SimulationFailedException;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
    private static final Seed SEED = new Seed(7);

    @TempDir
    Path directory;

    private final AtomicInteger simulated = new AtomicInteger();

    /** Sets of 1 … 9 pairs; one simulation in five fails. */
    private final GenerativeModel model = GenerativeModel.of(
            "pairs",
            Prior.of("mu", Distribution.normal(0, 1)).and("sigma", Distribution.uniform(0, 2)),
            (theta, n, rng) -> {
                simulated.incrementAndGet();
                if (rng.nextInt(5) == 0) throw new IllegalStateException("no luck");
                float[] x = new float[2 * n];
                for (int i = 0; i < x.length; i++) x[i] = (float) (theta[0] + theta[1] * rng.nextGaussian());
                return new Observations(n, 2, x);
            },
            ObservationCount.between(1, 9),
            DataKind.SET,
            "u",
            "v");

    private StoreSimulation open(GenerativeModel model, Seed seed, int stopAfter) {
        Manifest begun = Store.begin(directory, model, seed, 16);
        int before = simulated.get();
        return new StoreSimulation(model, seed, directory, begun, () -> simulated.get() - before >= stopAfter);
    }

    private Manifest fill(int rows, int threads, int stopAfter) {
        StoreSimulation simulation = open(model, SEED, stopAfter);
        simulation.examine(rows);
        return simulation.fill(rows, threads, done -> {});
    }

    private static List<Batch> rows(Path directory, GenerativeModel model) {
        Store store = Store.open(directory);
        return store.manifest().shards().stream()
                .flatMap(shard -> store.rows(shard, model).stream())
                .toList();
    }

    private void assertRows(int count, GenerativeModel of) {
        List<Batch> expected = of.batches(SEED, count, 1);
        List<Batch> found = rows(directory, of);
        assertEquals(count, found.size());
        for (int k = 0; k < count; k++) {
            assertArrayEquals(expected.get(k).theta()[0], found.get(k).theta()[0]);
            assertArrayEquals(expected.get(k).x(), found.get(k).x());
            assertEquals(expected.get(k).count(), found.get(k).count());
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void theRowsAreThoseThatAreSimulatedAtHome() {
        Manifest manifest = fill(100, 3, Integer.MAX_VALUE);
        assertRows(100, model);
        Failures atHome = Failures.of(model.batches(SEED, 100, 1));
        assertEquals(atHome.report(), manifest.failures().report());
        assertEquals(
                atHome.report(), Manifest.in(directory).orElseThrow().failures().report());
    }

    @Test
    void aShardIsAPureFunctionOfItsRange() throws IOException {
        Shard first = Shard.write(model, SEED, 32, 48, directory);
        byte[] bytes = Files.readAllBytes(directory.resolve(first.fileName()));
        Shard second = Shard.write(model, SEED, 32, 48, directory);
        assertEquals(first.text(), second.text());
        assertEquals(
                first.text(), Shard.parse(first.text(), model.prior().names()).text());
        assertArrayEquals(bytes, Files.readAllBytes(directory.resolve(first.fileName())));
        assertEquals(List.of("rows-000000000032-000000000048.parquet"), files());
    }

    @Test
    void aStoreGrowsAndSimulatesNothingTwice() throws IOException {
        fill(40, 2, Integer.MAX_VALUE);
        int first = simulated.get();
        fill(100, 2, Integer.MAX_VALUE);
        int both = simulated.get();
        fill(100, 2, Integer.MAX_VALUE);
        assertEquals(both, simulated.get());
        model.batches(SEED, 100, 1);
        assertEquals(2 * both, simulated.get(), "the first " + first + " were not simulated again");
        assertRows(100, model);
        assertEquals(8, files().size(), "seven shards and a manifest: " + files());
    }

    @Test
    void aStoreThatWasStoppedHasItsRowsAndGoesOn() throws IOException {
        Manifest stopped = fill(100, 2, 30);
        assertTrue(stopped.rows() > 10 && stopped.rows() < 60, "rows " + stopped.rows());
        assertEquals(stopped.rows(), rows(directory, model).size());
        int before = simulated.get();
        fill(100, 2, Integer.MAX_VALUE);
        int all = simulated.get();
        assertTrue(before >= 30);
        model.batches(SEED, 100, 1);
        assertEquals(2 * all, simulated.get());
        assertRows(100, model);
        assertEquals(8, files().size());
        assertEquals(
                Failures.of(model.batches(SEED, 100, 1)).report(),
                Manifest.in(directory).orElseThrow().failures().report());
    }

    @Test
    void tornAlteredAndLostShardsAreFoundAndRedone() throws IOException {
        Manifest manifest = fill(100, 2, Integer.MAX_VALUE);
        Path torn = directory.resolve(manifest.shards().get(1).fileName());
        Path altered = directory.resolve(manifest.shards().get(2).fileName());
        Files.write(torn, Arrays.copyOf(Files.readAllBytes(torn), 700));
        byte[] bytes = Files.readAllBytes(altered);
        bytes[bytes.length / 2] ^= 1;
        Files.write(altered, bytes);
        Files.delete(directory.resolve(manifest.shards().get(3).fileName()));
        assertThrows(DataFileException.class, () -> rows(directory, model));
        StoreSimulation again = open(model, SEED, Integer.MAX_VALUE);
        assertEquals(3, again.examine(100));
        again.fill(100, 2, done -> {});
        assertRows(100, model);
        assertEquals(
                manifest.shards().stream().map(Shard::text).toList(),
                Manifest.in(directory).orElseThrow().shards().stream()
                        .map(Shard::text)
                        .toList());
    }

    /** As after a crash between a shard and its note, or a coordinator that died. */
    @Test
    void shardsThatNobodyNotedAreTakenIfWhole() throws IOException {
        Store.begin(directory, model, SEED, 16);
        Shard.write(model, SEED, 0, 16, directory);
        Shard torn = Shard.write(model, SEED, 16, 32, directory);
        Shard.write(model, new Seed(8), 32, 48, directory);
        Path file = directory.resolve(torn.fileName());
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 600));
        StoreSimulation simulation = open(model, SEED, Integer.MAX_VALUE);
        simulation.examine(50);
        assertEquals(16, simulation.manifest().rows());
        simulation.fill(50, 1, done -> {});
        assertRows(50, model);
    }

    /** As a task that was lost after it wrote its shard, and runs again elsewhere. */
    @Test
    void aPartThatIsThereIsNotSimulatedAgain() throws IOException {
        var part = new StoreSimulation.Part(new Manifest.Range(16, 32), List.of());
        Shard first = Shard.write(model, SEED, part, directory);
        int before = simulated.get();
        assertEquals(first.text(), Shard.write(model, SEED, part, directory).text());
        assertEquals(before, simulated.get());
        Path file = directory.resolve(first.fileName());
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, 600));
        assertEquals(first.text(), Shard.write(model, SEED, part, directory).text());
        assertEquals(2 * before, simulated.get());
        assertArrayEquals(whole, Files.readAllBytes(file));
    }

    @Test
    void anotherSourceIsRefused() {
        fill(20, 1, Integer.MAX_VALUE);
        assertEquals(
                directory + ": the store has other simulations: seed: 7, not 9. Choose another directory.",
                assertThrows(DataFileException.class, () -> open(model, new Seed(9), 0))
                        .getMessage());
        GenerativeModel wider = new GenerativeModel(
                "pairs",
                Prior.of("mu", Distribution.normal(0, 2)).and("sigma", Distribution.uniform(0, 2)),
                model.simulator(),
                model.count(),
                model.kind(),
                model.columns(),
                "");
        assertTrue(assertThrows(DataFileException.class, () -> open(wider, SEED, 0))
                .getMessage()
                .contains("normal(0, 1)"));
        assertThrows(DataFileException.class, () -> open(model.withCount(3), SEED, 0));
    }

    @Test
    void aChangedSimulatorIsNoticed() {
        fill(20, 1, Integer.MAX_VALUE);
        open(model, SEED, 0).requireSameSimulator();
        GenerativeModel changed = new GenerativeModel(
                "pairs",
                model.prior(),
                (theta, n, rng) -> new Observations(n, 2, new float[2 * n]),
                model.count(),
                model.kind(),
                model.columns(),
                "");
        StoreSimulation other = open(changed, SEED, 0);
        assertTrue(assertThrows(DataFileException.class, other::requireSameSimulator)
                .getMessage()
                .contains("the simulator gives other data for row 0 than the store has"));
    }

    @Test
    void aDirectoryWithSomethingElseIsRefused() throws IOException {
        Files.writeString(directory.resolve("letter.txt"), "dear");
        assertThrows(DataFileException.class, () -> open(model, SEED, 0));
        assertThrows(DataFileException.class, () -> Store.open(directory));
        assertFalse(Files.exists(directory.resolve(Manifest.FILE)));
    }

    @Test
    void simulatorsThatMostlyFailEndTheWork() throws IOException {
        GenerativeModel failing = new GenerativeModel(
                "failing",
                model.prior(),
                (theta, n, rng) -> {
                    if (rng.nextInt(3) > 0) throw new IllegalStateException("no luck");
                    return model.simulator().simulate(theta, n, rng);
                },
                model.count(),
                model.kind(),
                model.columns(),
                "");
        StoreSimulation simulation = open(failing, SEED, Integer.MAX_VALUE);
        assertThrows(SimulationFailedException.class, () -> simulation.fill(1000, 3, done -> {}));
        assertTrue(files().size() < 1 + 1000 / 16, "the other threads go on: " + files().size() + " files");
        Store store = Store.open(directory);
        assertEquals(files().size(), 1 + store.manifest().shards().size(), "a shard came after the end");
    }

    @Test
    void vectorsCovariatesAndGapsComeBack() {
        GenerativeModel plain = GenerativeModel.of(
                "series",
                Prior.of("mu", Distribution.normal(0, 1)),
                (theta, n, rng) -> {
                    throw new IllegalStateException("needs covariates");
                },
                ObservationCount.between(2, 20),
                DataKind.SERIES,
                "y");
        GenerativeModel given = plain.withCovariates(
                        List.of(
                                Covariate.of("effort", Distribution.uniform(1, 20))
                                        .over(Covariate.Scope.DATA_SET),
                                Covariate.of("time", Distribution.uniform(0, 1)).over(Covariate.Scope.RISING)),
                        (theta, covariates, n, rng) -> {
                            float[] y = new float[n];
                            for (int i = 0; i < n; i++) y[i] = (float) (theta[0] + rng.nextGaussian());
                            return new Observations(n, 1, y);
                        })
                .withGaps(new Gaps(0.1, 0.5, Gaps.Pattern.RANDOM));
        Store.begin(directory, given, SEED, 16);
        new StoreSimulation(given, SEED, directory, Manifest.in(directory).orElseThrow(), () -> false)
                .fill(60, 2, done -> {});
        assertRows(60, given);
        assertEquals(
                Column.Role.SET_COVARIATE,
                given.columns().get(1).role(),
                "a number per data set, and not a list of them");
    }

    @Test
    void duckDbSeesTheSameValues() throws SQLException {
        fill(100, 2, Integer.MAX_VALUE);
        List<Batch> expected = model.batches(SEED, 100, 1);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement duck = connection.createStatement();
                ResultSet found = duck.executeQuery(
                        "select data_set, mu, sigma, u, v from '" + directory + "/*.parquet' order by data_set")) {
            for (int k = 0; k < expected.size(); k++) {
                assertTrue(found.next());
                Batch row = expected.get(k);
                assertEquals(k, found.getLong(1));
                assertEquals(row.theta()[0][0], found.getDouble(2));
                assertEquals(row.theta()[0][1], found.getDouble(3));
                for (int j = 0; j < 2; j++) {
                    List<Object> own = new ArrayList<>();
                    for (int n = 0; n < row.count(); n++) own.add(row.x()[2 * n + j]);
                    Array array = found.getArray(4 + j);
                    assertEquals(own, List.of((Object[]) array.getArray()));
                }
            }
            assertFalse(found.next());
        }
    }

    @Test
    void shardsAreSmallEnoughToShareAndNoLargerThanSomeMegabytes() {
        assertEquals(32, Manifest.rowsPerShard(model, 100));
        assertEquals(2048, Manifest.rowsPerShard(model, 1_000_000));
        assertEquals(1, Manifest.rowsPerShard(model.withCount(10_000_000), 1000));
    }
}
