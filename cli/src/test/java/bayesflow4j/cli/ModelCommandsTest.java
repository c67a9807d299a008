package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.data.CsvTable;
import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ModelCommandsTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void modelsAreListedAsTextAndJson() throws Exception {
        assertEquals(0, run("models"));
        assertTrue(out.toString().contains("gamma ~ uniform(0.01, beta)"), out.toString());
        out.getBuffer().setLength(0);
        assertEquals(0, run("models", "--json"));
        JsonNode list = new ObjectMapper().readTree(out.toString());
        assertEquals(8, list.size());
        JsonNode sir = list.get(7);
        assertEquals("sir", sir.get("name").asText());
        assertEquals("uniform(0.01, beta)", sir.at("/parameters/1/prior").asText());
        assertEquals(1, sir.at("/parameters/1/support/upper").asDouble());
        assertEquals("series", sir.at("/data/kind").asText());
        assertEquals("I", sir.at("/data/columns/1").asText());
        assertEquals("0.5", sir.at("/options/0/default_value").asText());
    }

    @Test
    void npzHoldsWhatTheLibrarySimulates() {
        assertEquals(0, run("simulate", "sir", "-n", "4", "--seed", "7", "-o", file("a.npz")), err.toString());
        Map<String, NpyArray> arrays = Npz.read(directory.resolve("a.npz"));
        assertArrayEquals(new int[] {4, 2}, arrays.get("theta").shape());
        List<Observations> sets = DataSets.read(directory.resolve("a.npz"), List.of("S", "I", "R"))
                .sets();
        for (int k = 0; k < 4; k++)
            assertEquals(Models.named("sir").batch(new Seed(7), k, 1).observations(0), sets.get(k));
        assertEquals(0, run("simulate", "sir", "-n", "3", "--observations", "20", "-o", file("b.npz")));
        assertArrayEquals(
                new int[] {3, 20, 3},
                Npz.read(directory.resolve("b.npz")).get("x").shape());
    }

    @Test
    void csvHoldsDataAndParametersInTwoFiles() {
        assertEquals(0, run("simulate", "influenza", "-n", "3", "-o", file("flu.csv")), err.toString());
        assertEquals(
                List.of("data_set", "row", "in_bed"),
                CsvTable.read(directory.resolve("flu.csv")).columns());
        CsvTable theta = CsvTable.read(directory.resolve("flu-theta.csv"));
        assertEquals(List.of("data_set", "beta", "gamma", "kappa"), theta.columns());
        assertEquals(3, theta.rows().size());
        assertEquals(
                14,
                DataSets.read(directory.resolve("flu.csv"), List.of("in_bed"))
                        .sets()
                        .get(2)
                        .count());
    }

    @Test
    void filesThatExistAreKeptUnlessToldOtherwise() throws Exception {
        Files.writeString(directory.resolve("a-theta.csv"), "mine");
        assertEquals(1, run("simulate", "gmm", "-n", "1", "-o", file("a.csv")));
        assertTrue(err.toString().contains("a-theta.csv exists"), err.toString());
        assertFalse(Files.exists(directory.resolve("a.csv")));
        assertEquals(0, run("simulate", "gmm", "-n", "1", "-o", file("a.csv"), "--force"));
        assertFalse(Files.readString(directory.resolve("a-theta.csv")).equals("mine"));
    }

    @Test
    void wrongUseIsAnsweredWithWhatIsExpected() {
        assertWrong("Did you mean \"ricker\"?", "simulate", "rikcer", "-n", "1", "-o", file("a.npz"));
        assertWrong("expected one of iota, gamma-from", "simulate", "sir:i=0", "-n", "1", "-o", file("a.npz"));
        assertWrong("at least 1 data set, got 0", "simulate", "sir", "-n", "0", "-o", file("a.npz"));
        assertWrong("is not an int", "simulate", "sir", "-n", "many", "-o", file("a.npz"));
        assertWrong("at least 1, got -4", "simulate", "sir", "-n", "1", "--observations", "-4", "-o", file("a.npz"));
        assertWrong("expected 1, its data", "simulate", "mvn", "-n", "1", "--observations", "4", "-o", file("a.npz"));
        assertWrong("--at: expected an output file .npz or .csv", "simulate", "sir", "--at", "t.csv", "-o", file("a"));
        assertWrong("never overwritten", "simulate", "sir", "-n", "1", "--force", "-o", file("a"));
        assertWrong("No workload given.", "bench");
        assertEquals(1, run("simulate", "sir", "-n", "1", "-o", file("no/a.npz")));
        assertTrue(err.toString().contains("does not exist"), err.toString());
    }

    private void assertWrong(String expected, String... arguments) {
        err.getBuffer().setLength(0);
        assertEquals(2, run(arguments), err.toString());
        assertTrue(err.toString().contains(expected), err.toString());
    }
}
