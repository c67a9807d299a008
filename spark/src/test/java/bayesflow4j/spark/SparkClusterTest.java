package bayesflow4j.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.cluster.BulkInference;
import bayesflow4j.cluster.BulkResult;
import bayesflow4j.cluster.TableColumns;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.inference.PosteriorSummary;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.store.Manifest;
import bayesflow4j.store.Store;
import bayesflow4j.store.StoreSimulation;
import bayesflow4j.training.Trainer;
import examples.E20PosteriorsOnSpark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Spark computes with two threads is what this machine computes without it. */
class SparkClusterTest {
    private static final Seed SEED = new Seed(5);
    private static final int DRAWS = 50;

    @TempDir
    private static Path directory;

    private static SparkCluster cluster;
    private static Tables tables;
    private static Estimator network;
    private static Path networkFile;

    @BeforeAll
    static void start() {
        cluster = SparkCluster.connect("local[2]");
        GenerativeModel model = GenerativeModel.of(
                "mean",
                Prior.of("mu", Distribution.normal(0, 1)).and("noise", Distribution.gamma(4, 4)),
                (theta, count, rng) -> Observations.of(IntStream.range(0, count)
                        .mapToDouble(n -> theta[0] + theta[1] * rng.nextGaussian())
                        .toArray()),
                ObservationCount.between(3, 6),
                DataKind.SET,
                "x");
        network = Trainer.of(model).withSteps(5).withSeed(new Seed(1)).train();
        networkFile = directory.resolve("net.safetensors");
        EstimatorFile.write(network, networkFile);
        tables = new Tables(cluster.session(), model, 30);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static BulkInference job(Path table, TableColumns columns, BulkInference.Result result, Path output) {
        return new BulkInference(networkFile, table.toString(), columns, DRAWS, SEED, result, output.toString());
    }

    @Test
    void drawsAreThoseOfAnInferenceAtHome() {
        Path output = directory.resolve("draws");
        Path table = tables.writeLong(directory.resolve("long"));
        BulkResult result = cluster.infer(job(table, TableColumns.USUAL, BulkInference.Result.DRAWS, output));
        assertEquals(new BulkResult(30, 0, "", 0), result);
        tables.assertDraws(network, DRAWS, SEED, output);
    }

    @Test
    void summariesAreThoseOfAnInferenceAtHome() {
        Path output = directory.resolve("summaries");
        Path table = tables.writeNested(directory.resolve("nested"));
        TableColumns columns = new TableColumns("name", "row", "number");
        cluster.infer(job(table, columns, BulkInference.Result.SUMMARY, output));
        List<Row> rows = cluster.session()
                .read()
                .parquet(output.toString())
                .orderBy("number", "parameter")
                .collectAsList();
        List<String> names = IntStream.range(0, 30).mapToObj(k -> "set " + k).toList();
        Inference home = Inference.of("net", network, ObservedData.of(tables.sets(), names), DRAWS, SEED);
        assertEquals(60, rows.size());
        for (int k = 0; k < 30; k++) {
            Row row = rows.get(2 * k);
            PosteriorSummary mu = PosteriorSummary.of(home.draws().get(k)).get("mu");
            assertEquals("set " + k, row.getAs("name"));
            assertEquals(mu.mean(), row.<Double>getAs("mean"));
            assertEquals(mu.q95(), row.<Double>getAs("q95"));
            assertEquals(home.likeness().each().get(k).pValue(), row.<Double>getAs("p_value"));
        }
    }

    @Test
    void aDataSetThatCannotBeUsedIsNamed() {
        var spark = cluster.session();
        Path table = directory.resolve("faulty");
        spark.sql("select * from values (1, 0, 1.5), (1, 1, 2.5), (1, 2, 0.5), (2, 0, 1.0), (3, 0, 1.0), (3, 0, 2.0),"
                        + " (3, 1, 2.0), (4, 0, 1.0), (4, 1, null), (4, 2, 2.0) as t(data_set, row, x)")
                .write()
                .parquet(table.toString());
        Path output = directory.resolve("faults");
        BulkResult result = cluster.infer(job(table, TableColumns.USUAL, BulkInference.Result.SUMMARY, output));
        assertEquals(4, result.dataSets());
        assertEquals(3, result.faulty());
        List<Row> rows = spark.read()
                .parquet(output.toString())
                .where("fault is not null")
                .orderBy("number")
                .collectAsList();
        assertTrue(rows.get(0).<String>getAs("fault").contains("expected 3 to 6 rows"), rows.toString());
        assertTrue(rows.get(1).<String>getAs("fault").contains("row 0 twice"), rows.toString());
        assertTrue(rows.get(2).<String>getAs("fault").contains("missing value"), rows.toString());
    }

    @Test
    void wrongTablesAndPlacesAreRefused() throws IOException {
        Path table = tables.writeLong(directory.resolve("refused"));
        Path full = Files.createDirectory(directory.resolve("full"));
        Files.writeString(full.resolve("notes.txt"), "mine");
        TableColumns other = new TableColumns("patient", "row", "");
        Exception wrong = assertThrows(
                IllegalStateException.class,
                () -> cluster.infer(job(table, other, BulkInference.Result.DRAWS, directory.resolve("none"))));
        assertEquals("table: expected the columns [patient, x], got [data_set, row, x]", wrong.getMessage());
        Exception taken = assertThrows(
                IllegalStateException.class,
                () -> cluster.infer(job(table, TableColumns.USUAL, BulkInference.Result.DRAWS, full)));
        assertTrue(taken.getMessage().contains("is not empty"), taken.getMessage());
        assertEquals("mine", Files.readString(full.resolve("notes.txt")));
        assertTrue(Files.notExists(directory.resolve("none")));
    }

    @Test
    void aVerdictIsTheOneOfACheckAtHome() throws IOException {
        Path model = NormalMean.modelFile(Files.createDirectory(directory.resolve("check")));
        Path exact = directory.resolve("exact.safetensors");
        EstimatorFile.write(NormalMean.ESTIMATOR, exact);
        ModelCheck home = ModelCheck.of(NormalMean.MODEL, NormalMean.ESTIMATOR, 60, DRAWS, SEED);
        ModelCheck spark = ModelCheck.of(
                NormalMean.MODEL, cluster.trials(model.toString(), exact), Derived.none(), 60, DRAWS, SEED);
        assertEquals(home.verdict(), spark.verdict());
        assertEquals(home.verdictByCount(), spark.verdictByCount());
        assertEquals(home.withResimulationError(home.metrics()), spark.withResimulationError(spark.metrics()));
    }

    @Test
    void aStoreIsTheOneWrittenAtHome() throws IOException {
        Stores stores = new Stores("sir", SEED);
        Path expected = stores.atHome(directory.resolve("sir"), 100);
        Path written = stores.on(cluster, directory.resolve("spark-sir"), 100);
        Stores.assertSame(expected, written);
        // Appended, after a shard was torn.
        stores.atHome(expected, 150);
        Path torn = written.resolve(
                Store.open(written).manifest().shards().getFirst().fileName());
        Files.write(torn, new byte[] {1, 2, 3});
        Stores.assertSame(expected, stores.on(cluster, written, 150));
        assertEquals(150, cluster.session().read().parquet(written.toString()).count());
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed() throws IOException {
        Path place = Files.createDirectory(directory.resolve("gone"));
        var writers = cluster.writers("sir", ObservationCount.exactly(20), SEED, place.resolve("missing"));
        var part = new StoreSimulation.Part(new Manifest.Range(0, 16), List.of());
        Exception failure = assertThrows(RuntimeException.class, () -> writers.write(List.of(part), shard -> {}));
        assertTrue(failure.getMessage().contains("does not exist"), failure.getMessage());
    }

    @Test
    void theExampleGivesTheDrawsOfAnInferenceAtHome() {
        Path table = tables.writeLong(directory.resolve("example"));
        Path output = directory.resolve("example-summaries");
        String printed = printed(() ->
                E20PosteriorsOnSpark.main(new String[] {networkFile.toString(), table.toString(), output.toString()}));
        double mean = Inference.draws(network.given(tables.sets().getFirst()), 0, 1000, new Seed(1))
                .mean()[0];
        Row first = cluster.session()
                .read()
                .parquet(output.toString())
                .where("data_set = 10 and parameter = 'mu'")
                .first();
        assertEquals(mean, first.<Double>getAs("mean"));
        // In SQL the table's own number counts, which begins with 10.
        double numbered = Inference.draws(network.given(tables.sets().getFirst()), 10, 1000, new Seed(1))
                .mean()[0];
        assertTrue(printed.startsWith("data set 10: mu is about " + numbered), printed);
        assertTrue(printed.contains(" of 100 posterior means"), printed);
    }

    private static String printed(Runnable work) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
