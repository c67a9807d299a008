package bayesflow4j.reference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.data.DataFileException;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Safetensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceFileTest {
    @TempDir
    Path directory;

    private TablePosterior readAgain(Estimator fitted) throws IOException {
        Path file = directory.resolve("fitted.safetensors");
        EstimatorFile.write(fitted, file);
        return (TablePosterior) EstimatorFile.read(file);
    }

    private static void assertSame(TablePosterior expected, TablePosterior got, GenerativeModel model) {
        List<Observations> data = model.batch(new Seed(8), 0, 5).observations();
        for (int k = 0; k < data.size(); k++)
            assertArrayEquals(
                    expected.given(data.get(k)).sample(100, new Seed(9).nth(k)).rows(),
                    got.given(data.get(k)).sample(100, new Seed(9).nth(k)).rows());
        assertEquals(expected.schema(), got.schema());
        assertEquals(expected.provenance(), got.provenance());
        assertEquals(expected.design().written(), got.design().written());
        assertEquals(expected.statistics().kind(), got.statistics().kind());
        assertArrayEquals(expected.referenceSummaries(), got.referenceSummaries());
    }

    @Test
    void theNearestComeBackToTheBit() throws IOException {
        TablePosterior fitted = Examples.fit("abc-nn", Examples.nearest());
        assertSame(fitted, readAgain(fitted), Examples.model());
    }

    @Test
    void forestsComeBackToTheBit() throws IOException {
        TablePosterior fitted = Examples.fit("abc-rf", Examples.forest());
        assertSame(fitted, readAgain(fitted), Examples.model());
    }

    @Test
    void vectorsNeedNoNetworkInTheFile() throws IOException {
        GenerativeModel model = Models.named("mvn");
        for (String method : List.of("abc-nn", "abc-rf")) {
            Map<String, Object> abc = Map.of("statistics", "data");
            TablePosterior fitted = (TablePosterior) Methods.named(method)
                    .fit(
                            model,
                            Fitting.DEFAULT.withSettings(Map.of("abc", abc)).withBudget(new Budget.Simulations(300)));
            TablePosterior read = readAgain(fitted);
            assertTrue(read.statistics().network().isEmpty());
            assertSame(fitted, read, model);
        }
    }

    /** The 28 of the model, computed by the program from the raw data of a data set that was read. */
    @Test
    void handMadeStatisticsComeBackByTheNameOfTheModel() throws IOException {
        GenerativeModel model = Models.named("lfm");
        Map<String, Object> abc = Map.of("statistics", "handmade", "simulations", 60, "observations", 100);
        for (String method : List.of("abc-nn", "abc-rf")) {
            TablePosterior fitted =
                    (TablePosterior) Methods.named(method).fit(model, Fitting.DEFAULT.withSettings(Map.of("abc", abc)));
            assertTrue(fitted.statistics().network().isEmpty());
            assertEquals(28, fitted.referenceSummaries()[0].length);
            assertSame(fitted, readAgain(fitted), model.withCount(100));
        }
    }

    @Test
    void aFileWithoutItsTableIsRefused() throws IOException {
        Path whole = directory.resolve("whole.safetensors");
        EstimatorFile.write(Examples.fit("abc-nn", Examples.nearest()), whole);
        Safetensors content = Safetensors.read(whole);
        for (String missing : List.of("table.statistics", "reference.summaries")) {
            Map<String, Safetensors.Array> arrays = new LinkedHashMap<>(content.tensors());
            arrays.remove(missing);
            Path cut = directory.resolve("cut.safetensors");
            new Safetensors(content.metadata(), arrays, content.integers()).write(cut);
            String message = assertThrows(DataFileException.class, () -> EstimatorFile.read(cut))
                    .getMessage();
            assertTrue(message.contains(missing), message);
        }
    }
}
