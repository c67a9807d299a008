package bayesflow4j.amortized;

import static bayesflow4j.model.distribution.Distribution.normal;
import static bayesflow4j.model.distribution.Distribution.uniform;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataFileException;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.model.Scaling;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import bayesflow4j.storage.Safetensors;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.training.Trainer;
import bayesflow4j.training.TrainingPlan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkFileTest {
    @TempDir
    static Path directory;

    private static AmortizedPosterior trained;
    private static Path file;
    private static final Observations X = new Observations(4, 2, new float[] {1, 2, 0, 3, 5, -1, 2, 2});

    /** Bounds that depend on another parameter, all scalings, a series. */
    static GenerativeModel model() {
        Prior prior = Prior.of("a", normal(0, 1)).and("high", uniform(1, 4)).and("low", "uniform(0.5, high)");
        return new GenerativeModel(
                "toy",
                prior,
                (theta, count, rng) -> {
                    float[] x = new float[2 * count];
                    for (int i = 0; i < x.length; i++)
                        x[i] = (float) (theta[0] + theta[1 + i % 2] * rng.nextGaussian());
                    return new Observations(count, 2, x);
                },
                ObservationCount.between(3, 6),
                DataKind.SERIES,
                List.of(new Column("u", Scaling.LOG1P), new Column("v", Scaling.asinh(2))),
                "");
    }

    @BeforeAll
    static void train() {
        trained = Trainer.of(model())
                .withDesign(new NetworkDesign(
                        new Recurrent(5, 6, 7), new CouplingHead(2, CouplingDesign.PAPER.withHidden(8)), false))
                .withPlan(TrainingPlan.DEFAULT.withBatch(16).withSteps(60).withValidation(20, 48))
                .withSeed(new Seed(3))
                .train();
        file = directory.resolve("toy.safetensors");
        EstimatorFile.write(trained, file);
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        AmortizedPosterior read = (AmortizedPosterior) EstimatorFile.read(file);
        Draws expected = trained.given(X).sample(200, new Seed(1));
        Draws actual = read.given(X).sample(200, new Seed(1));
        for (int j = 0; j < 3; j++) assertArrayEquals(expected.column(j), actual.column(j));
        double[] theta = {0.1, 2, 1};
        assertEquals(
                DensityPosterior.of(trained.given(X)).logDensity(theta),
                DensityPosterior.of(read.given(X)).logDensity(theta));
        assertEquals(trained.provenance(), read.provenance());
        assertEquals(trained.design(), read.design());
        assertEquals(trained.schema(), read.schema());
        assertArrayEquals(trained.referenceSummaries(), read.referenceSummaries());
        Path again = directory.resolve("again.safetensors");
        EstimatorFile.write(read, again);
        assertArrayEquals(Files.readAllBytes(file), Files.readAllBytes(again));
    }

    /** Two parameters with bounds and a vector of three numbers: the kind of data that a regression is made on first. */
    private static AmortizedPosterior regressed() {
        GenerativeModel model = new GenerativeModel(
                "vector",
                Prior.of("a", normal(0, 1)).and("b", uniform(1, 4)),
                (theta, count, rng) -> new Observations(1, 3, new float[] {
                    (float) rng.nextGaussian(theta[0], 0.1),
                    (float) rng.nextGaussian(theta[1], 0.1),
                    (float) rng.nextGaussian(theta[0] + theta[1], 0.1)
                }),
                ObservationCount.exactly(1),
                DataKind.VECTOR,
                List.of(new Column("u"), new Column("v"), new Column("w")),
                "");
        return Trainer.of(model)
                .withPlan(TrainingPlan.of(model).withSteps(20).withValidation(20, 48))
                .withSeed(new Seed(3))
                .train();
    }

    @Test
    void theRegressionIsPartOfTheFile() throws IOException {
        AmortizedPosterior posterior = regressed();
        Observations x = new Observations(1, 3, new float[] {0.3f, 2.5f, 2.8f});
        Path path = directory.resolve("regressed.safetensors");
        EstimatorFile.write(posterior, path);
        AmortizedPosterior read = (AmortizedPosterior) EstimatorFile.read(path);
        Draws expected = posterior.given(x).sample(2000, new Seed(1));
        Draws actual = read.given(x).sample(2000, new Seed(1));
        for (int j = 0; j < 2; j++) assertArrayEquals(expected.column(j), actual.column(j));
        // Twenty steps teach a flow nothing: this is the regression's answer, a normal of sd 0.08 around 0.3.
        double mean = java.util.Arrays.stream(expected.column(0)).average().orElseThrow();
        assertEquals(0.3, mean, 0.05);
        double[] theta = {0.3, 2.5};
        assertEquals(
                DensityPosterior.of(posterior.given(x)).logDensity(theta),
                DensityPosterior.of(read.given(x)).logDensity(theta));
        assertTrue(DensityPosterior.of(read.given(x)).logDensity(theta)
                > DensityPosterior.of(read.given(x)).logDensity(new double[] {0.6, 2.5}));
        Safetensors whole = Safetensors.read(path);
        for (String name : List.of("regression.parameters", "regression.data", "regression.constant")) {
            Map<String, Safetensors.Array> without = new LinkedHashMap<>(whole.tensors());
            without.remove(name);
            new Safetensors(whole.metadata(), without).write(path);
            DataFileException e = assertThrows(DataFileException.class, () -> EstimatorFile.read(path));
            assertTrue(e.getMessage().contains("regression") || e.getMessage().contains("tensors"), e.getMessage());
        }
    }

    @Test
    void aDesignIsReadAsItWasWritten() {
        NetworkDesign design = NetworkDesign.of(model());
        for (CouplingDesign coupling :
                List.of(CouplingDesign.PAPER, CouplingDesign.DEFAULT, CouplingDesign.PAPER.withClosed(true)))
            for (boolean regression : new boolean[] {false, true}) {
                NetworkDesign other =
                        design.withHead(new CouplingHead(2, coupling)).withRegression(regression);
                Object json = Json.parse(Json.write(DesignJson.write(other)));
                assertEquals(other, DesignJson.read(Fields.of("network", json)));
            }
        assertThrows(
                IllegalArgumentException.class,
                () -> design.withRegression(true).requireFits(DataKind.SERIES, 3));
    }

    @Test
    void noDrawLeavesTheSupport() {
        Draws draws = trained.given(X).sample(5000, new Seed(2));
        for (int l = 0; l < draws.count(); l++)
            assertTrue(model().prior().contains(draws.row(l)), java.util.Arrays.toString(draws.row(l)));
    }

    @Test
    void aFileThatIsCutAnywhereIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Path cut = directory.resolve("cut");
        for (int length = 0; length < bytes.length; length += length < 300 ? 1 : 997) {
            Files.write(cut, java.util.Arrays.copyOf(bytes, length));
            assertThrows(DataFileException.class, () -> EstimatorFile.read(cut), "cut at " + length);
        }
        Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length + 4));
        assertThrows(DataFileException.class, () -> EstimatorFile.read(cut));
    }

    /** 3000 files with random bytes changed in the header: each is refused with a message, or read as a whole network. */
    @Test
    void aDamagedHeaderNeverGivesAHalfReadNetwork() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int header = (int) ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        RandomGenerator rng = new Seed(5).stream(0);
        Path damaged = directory.resolve("damaged");
        int refused = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] copy = bytes.clone();
            for (int change = rng.nextInt(1, 4); change > 0; change--)
                copy[rng.nextInt(i % 3 == 0 ? 8 : 8 + header)] =
                        "0123456789{}[]\",:-.eaxNI \\\0".getBytes(StandardCharsets.UTF_8)[rng.nextInt(27)];
            Files.write(damaged, copy);
            try {
                EstimatorFile.read(damaged).given(X).sample(2, new Seed(1));
            } catch (DataFileException e) {
                assertTrue(e.getMessage().startsWith(damaged.toString()), e.getMessage());
                refused++;
            } catch (IllegalArgumentException e) {
                // A digit changed the range of rows that the network takes: the data set above is refused, rightly.
                assertTrue(e.getMessage().contains("data set"), e.getMessage());
            }
        }
        assertTrue(refused > 2000, refused + " refused");
    }

    @Test
    void foreignAndNewerFilesAreNamed() throws IOException {
        Path other = directory.resolve("other");
        Files.writeString(other, "this is no tensor file at all, but long enough to be one");
        assertThrows(DataFileException.class, () -> EstimatorFile.read(other));
        new bayesflow4j.storage.Safetensors(java.util.Map.of("format", "pt"), java.util.Map.of()).write(other);
        DataFileException foreign = assertThrows(DataFileException.class, () -> EstimatorFile.read(other));
        assertTrue(foreign.getMessage().contains("not a bayesflow4j file"), foreign.getMessage());
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        Files.writeString(other, text.replace("\\\"format\\\":2,", "\\\"format\\\":9,"), StandardCharsets.ISO_8859_1);
        DataFileException newer = assertThrows(DataFileException.class, () -> EstimatorFile.read(other));
        assertTrue(newer.getMessage().contains("newer version of bayesflow4j"), newer.getMessage());
    }

    @Test
    void dataOutOfRangeAreRefusedInWords() {
        assertRefused(new Observations(2, 2, new float[4]), "3 to 6 rows");
        assertRefused(new Observations(7, 2, new float[14]), "got 7");
        assertRefused(new Observations(4, 1, new float[4]), "2 columns [u, v], got 1");
        assertRefused(
                new Observations(3, 2, new float[] {1, 2, 3, Float.NaN, 5, 6}), "missing value in row 1, column v");
    }

    private static void assertRefused(Observations x, String says) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> trained.given(x));
        assertTrue(refusal.getMessage().contains(says), refusal.getMessage());
    }

    /** The file of the first version, committed when it was written: every later version must read it. */
    @Test
    void theFirstFormatStaysReadable() throws IOException {
        Path fixture = directory.resolve("format-1.safetensors");
        try (InputStream in = EstimatorFile.class.getResourceAsStream("format-1.safetensors")) {
            Files.copy(in, fixture);
        }
        AmortizedPosterior read = (AmortizedPosterior) EstimatorFile.read(fixture);
        assertEquals(List.of("a", "high", "low"), read.schema().parameterNames());
        Draws draws = read.given(X).sample(100, new Seed(1));
        // Recorded when the fixture was written; versions may differ in the last bits of floats, a misread weight in
        // much more.
        assertEquals(FIXTURE_MEAN, draws.mean()[1], 1e-6);
    }

    private static final double FIXTURE_MEAN = 2.1761827122949313;

    @Test
    void manyDataSetsAtOnceAreTheSameAsOneByOne() {
        List<Observations> sets = List.of(X, new Observations(3, 2, new float[] {1, 1, 2, 2, 3, 3}));
        List<Draws> together = trained.sample(sets, 50, new Seed(4));
        for (int k = 0; k < 2; k++)
            assertArrayEquals(
                    trained.given(sets.get(k)).sample(50, new Seed(4).nth(k)).column(0),
                    together.get(k).column(0));
    }

    /** The density in the user's units over cells that grow smaller towards the bounds, where it may rise steeply. */
    @Test
    void theDensityIntegratesToOne() {
        DensityPosterior posterior = DensityPosterior.of(trained.given(X));
        double[] as = edges(Support.REAL, 15);
        double[] highs = edges(Support.between(1, 4), 20);
        double sum = 0;
        for (int i = 0; i + 1 < as.length; i++)
            for (int j = 0; j + 1 < highs.length; j++) {
                double high = (highs[j] + highs[j + 1]) / 2;
                double[] lows = edges(Support.between(0.5, high), 20);
                for (int k = 0; k + 1 < lows.length; k++)
                    sum += Math.exp(posterior.logDensity(
                                    new double[] {(as[i] + as[i + 1]) / 2, high, (lows[k] + lows[k + 1]) / 2}))
                            * (as[i + 1] - as[i])
                            * (highs[j + 1] - highs[j])
                            * (lows[k + 1] - lows[k]);
            }
        assertEquals(1, sum, 0.01);
        assertEquals(Double.NEGATIVE_INFINITY, posterior.logDensity(new double[] {0, 2, 3}));
    }

    private static double[] edges(Support support, double reach) {
        return java.util.stream.IntStream.rangeClosed(0, 60)
                .mapToDouble(i -> support.fromReal(reach * (i / 30.0 - 1)))
                .toArray();
    }

    @Test
    void theModeIsTheDensestDraw() {
        DensityPosterior posterior = DensityPosterior.of(trained.given(X));
        Draws draws = posterior.sample(100, new Seed(6));
        double[] mode = posterior.mode(draws);
        for (int l = 0; l < 100; l++) assertTrue(posterior.logDensity(draws.row(l)) <= posterior.logDensity(mode));
    }
}
