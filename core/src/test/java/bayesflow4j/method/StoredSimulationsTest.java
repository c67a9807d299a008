package bayesflow4j.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataFileException;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.Gaps;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.parquet.ParquetColumn;
import bayesflow4j.parquet.ParquetWriter;
import bayesflow4j.random.Seed;
import bayesflow4j.store.Store;
import bayesflow4j.store.StoreSimulation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredSimulationsTest {
    @TempDir
    Path directory;

    private static GenerativeModel model(DataKind kind, int count) {
        Prior prior = Prior.of("a", Distribution.uniform(0, 10)).and("b", Distribution.uniform(0, 10));
        return GenerativeModel.of(
                "own",
                prior,
                (theta, n, rng) -> new Observations(n, 2, new float[2 * n]),
                ObservationCount.exactly(count),
                kind,
                "u",
                "v");
    }

    private StoredSimulations readCsv(String content, GenerativeModel model) throws IOException {
        return StoredSimulations.read(Files.writeString(directory.resolve("sims.csv"), content), model);
    }

    @Test
    void namedArraysMayComeInAnyOrderAndVectorsNeedNoRows() {
        Path file = directory.resolve("own.npz");
        Npz.write(
                file,
                Map.of(
                        "theta", new NpyArray.Doubles(new double[] {2, 1, 4, 3}, 2, 2),
                        "x", new NpyArray.Doubles(new double[] {6, 5, 8, 7}, 2, 2),
                        "parameters", new NpyArray.Texts(List.of("b", "a")),
                        "columns", new NpyArray.Texts(List.of("v", "u"))));
        SimulationTable table =
                StoredSimulations.read(file, model(DataKind.VECTOR, 1)).table();
        assertArrayEquals(new double[] {1, 2}, table.theta().getFirst());
        assertEquals(Observations.ofVector(7, 8), table.x().getLast());
    }

    @Test
    void whatSimulateWritesIsRead() {
        GenerativeModel model = model(DataKind.SET, 3);
        SimulationTable written = SimulationTable.of(model.batches(new Seed(1), 4, 1));
        Path npz = directory.resolve("sims.npz");
        written.writeNpz(npz, model);
        assertArrayEquals(
                written.theta().getLast(),
                StoredSimulations.read(npz, model).table().theta().getLast());
        Path csv = directory.resolve("sims.csv");
        written.writeCsv(csv, directory.resolve("sims-theta.csv"), model);
        StoredSimulations read = StoredSimulations.read(csv, model);
        assertArrayEquals(written.theta().getLast(), read.table().theta().getLast());
        assertEquals(written.x(), read.table().x());
        assertEquals(List.of(), read.notes());
    }

    @Test
    void oneCsvMayHoldBothInAnyOrder() throws IOException {
        StoredSimulations vectors = readCsv("v,u,b,a,run\n2,1,4,3,x\n6,5,8,7,y\n", model(DataKind.VECTOR, 1));
        assertArrayEquals(new double[] {7, 8}, vectors.table().theta().getLast());
        assertEquals(Observations.ofVector(5, 6), vectors.table().x().getLast());
        StoredSimulations sets =
                readCsv("data_set;a;b;u;v\n1;3,5;4;1;2\n1;3,5;4;3;4\n2;5;6;7;8\n2;5;6;9;9\n", model(DataKind.SET, 2));
        assertEquals(2, sets.table().size());
        assertArrayEquals(new double[] {3.5, 4}, sets.table().theta().getFirst());
        assertEquals(3, sets.table().x().getFirst().at(1, 0));
    }

    @Test
    void incompleteSimulationsAreLeftOutAndCounted() throws IOException {
        String rows = "a,b,u,v\n1,2,3,4\n1,2,,4\nNaN,2,3,4\n1,2,1e300,4\n1,2,-Inf,4\n5,6,7,8\n";
        StoredSimulations read = readCsv(rows, model(DataKind.VECTOR, 1));
        assertEquals(2, read.table().size());
        assertTrue(
                read.notes().getFirst().contains("left out 4 of 6 simulations"),
                read.notes().toString());
        StoredSimulations masked = readCsv(rows, model(DataKind.VECTOR, 1).withMissing());
        assertEquals(3, masked.table().size());
        assertEquals(1, masked.table().x().get(1).missing());
    }

    @Test
    void dataSetsOfATableMayHaveNames() throws IOException {
        StoredSimulations read = readCsv(
                "data_set,v,u,b,a\nLoch Ness,4,3,2,1\nLoch Ness,5,3,2,1\nUllswater,8,7,6,5\nUllswater,9,7,6,5\n",
                model(DataKind.SET, 2));
        assertEquals(2, read.table().size());
        assertArrayEquals(new double[] {5, 6}, read.table().theta().get(1));
        assertArrayEquals(new float[] {7, 8, 7, 9}, read.table().x().get(1).values());
    }

    /** 200 values, each missing with probability ½ unless it is the last: 75 ± 7 on average. */
    @Test
    void gapsAreDrawnWhereTheFileHasNone() throws IOException {
        GenerativeModel model = model(DataKind.VECTOR, 1).withGaps(new Gaps(0.5, 0.5, Gaps.Pattern.RANDOM));
        StringBuilder rows = new StringBuilder("a,b,u,v\n");
        for (int k = 0; k < 100; k++) rows.append("1,2,3,4\n");
        StoredSimulations read = readCsv(rows.toString(), model);
        assertEquals(
                75, read.table().x().stream().mapToInt(Observations::missing).sum(), 25);
        assertTrue(
                read.notes().getLast().contains("gaps are drawn"), read.notes().toString());
        StoredSimulations own = readCsv("a,b,u,v\n1,2,NA,4\n1,2,3,4\n", model);
        assertEquals(1, own.table().x().stream().mapToInt(Observations::missing).sum());
    }

    private StoredSimulations readParquet(GenerativeModel model, ParquetColumn... columns) throws IOException {
        Path file = directory.resolve("own.parquet");
        try (OutputStream out = Files.newOutputStream(file)) {
            ParquetWriter.write(out, List.of(columns), Map.of());
        }
        return StoredSimulations.read(file, model);
    }

    private static ParquetColumn column(String name, double... values) {
        return new ParquetColumn.Doubles(name, values);
    }

    @Test
    void parquetIsReadAsCsvIs() throws IOException {
        StoredSimulations vectors = readParquet(
                model(DataKind.VECTOR, 1),
                column("v", 2, 6, Double.NaN),
                column("u", 1, 5, 1),
                column("b", 4, 8, 2),
                column("a", 3, 7, 1));
        assertEquals(
                List.of(Observations.ofVector(1, 2), Observations.ofVector(5, 6)),
                vectors.table().x());
        assertArrayEquals(new double[] {7, 8}, vectors.table().theta().getLast());
        assertTrue(
                vectors.notes().getFirst().contains("left out 1 of 3"),
                vectors.notes().toString());
        StoredSimulations sets = readParquet(
                model(DataKind.SET, 2),
                new ParquetColumn.Texts("data_set", new String[] {"north", "south", "north"}),
                column("a", 1, 2, 1),
                column("b", 3, 4, 3),
                column("u", 5, 6, 7),
                column("v", 8, 9, 10));
        assertEquals(
                Observations.ofRows(new double[] {5, 8}, new double[] {7, 10}),
                sets.table().x().getFirst());
        assertEquals(1, sets.table().count(1));
        int[] offsets = {0, 2, 3};
        StoredSimulations lists = readParquet(
                model(DataKind.SET, 2),
                column("a", 1, 2),
                column("b", 3, 4),
                new ParquetColumn.Lists(column("u", 5, 7, 6), offsets),
                new ParquetColumn.Lists(column("v", 8, 10, 9), offsets));
        assertEquals(sets.table().x(), lists.table().x());
        assertTrue(assertThrows(
                        DataFileException.class,
                        () -> readParquet(
                                model(DataKind.SET, 2),
                                column("a", 1, 2),
                                column("b", 3, 4),
                                new ParquetColumn.Lists(column("u", 5, 7, 6), offsets),
                                new ParquetColumn.Lists(column("v", 8, 10, 9), new int[] {0, 1, 3})))
                .getMessage()
                .contains("row 0: expected lists of one length, at least 1, got [2, 1]"));
        assertTrue(assertThrows(DataFileException.class, () -> readParquet(model(DataKind.VECTOR, 1), column("a", 1)))
                .getMessage()
                .contains("expected the columns [a, b, u, v], got [a]"));
    }

    @Test
    void aStoreThatMemoryDoesNotHoldIsTheSameTable() {
        GenerativeModel model = new GenerativeModel(
                "own",
                model(DataKind.SET, 1).prior(),
                (theta, n, rng) -> {
                    float[] x = new float[2 * n];
                    for (int i = 0; i < x.length; i++) x[i] = rng.nextFloat();
                    return new Observations(n, 2, x);
                },
                ObservationCount.between(1, 30),
                DataKind.SET,
                model(DataKind.SET, 1).columns(),
                "");
        Seed seed = new Seed(3);
        Path store = directory.resolve("store");
        new StoreSimulation(model, seed, store, Store.begin(store, model, seed, 500L), () -> false)
                .fill(500, 2, done -> {});
        SimulationTable drawn = SimulationTable.of(model.batches(seed, 500, 1));
        for (GenerativeModel read : List.of(model, model.withGaps(new Gaps(0.1, 0.5, Gaps.Pattern.RANDOM)))) {
            StoredSimulations held = StoredSimulations.store(store, read, Long.MAX_VALUE);
            StoredSimulations mapped = StoredSimulations.store(store, read, 0);
            assertEquals(held.table().x(), mapped.table().x());
            assertEquals(held.table().count(), mapped.table().count());
            assertEquals(held.notes(), mapped.notes());
            for (int k = 0; k < 500; k++) {
                assertArrayEquals(drawn.theta().get(k), mapped.table().theta().get(k));
                assertEquals(drawn.count(k), mapped.table().count(k));
            }
            if (read == model) assertEquals(drawn.x(), mapped.table().x());
        }
    }

    @Test
    void whatDoesNotFitIsRefusedInWords() {
        GenerativeModel vector = model(DataKind.VECTOR, 1);
        assertMessage(
                "expected the columns [a, b, u, v], or the parameters in sims-theta.csv", "a,u,v\n1,2,3\n", vector);
        assertMessage("within the prior's support, got [-1.0, 2.0]", "a,b,u,v\n-1,2,3,4\n", vector);
        assertMessage("at least one complete simulation", "a,b,u,v\n1,2,NA,4\n", vector);
        assertMessage("expected a column data_set", "a,b,u,v\n1,2,3,4\n", model(DataKind.SET, 1));
        assertMessage(
                "data set 1: expected the same parameters in all rows",
                "data_set,a,b,u,v\n1,2,3,4,5\n1,3,3,4,5\n",
                model(DataKind.SET, 2));
        assertThrows(DataFileException.class, () -> StoredSimulations.read(directory.resolve("sims.parquet"), vector));
    }

    private void assertMessage(String expected, String content, GenerativeModel model) {
        String message = assertThrows(DataFileException.class, () -> readCsv(content, model))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }
}
