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
import bayesflow4j.random.Seed;
import java.io.IOException;
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
        String rows = "a,b,u,v\n1,2,3,4\n1,2,,4\nNaN,2,3,4\n1,2,1e300,4\n5,6,7,8\n";
        StoredSimulations read = readCsv(rows, model(DataKind.VECTOR, 1));
        assertEquals(2, read.table().size());
        assertTrue(
                read.notes().getFirst().contains("left out 3 of 5 simulations"),
                read.notes().toString());
        StoredSimulations masked = readCsv(rows, model(DataKind.VECTOR, 1).withMissing());
        assertEquals(3, masked.table().size());
        assertEquals(1, masked.table().x().get(1).missing());
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
