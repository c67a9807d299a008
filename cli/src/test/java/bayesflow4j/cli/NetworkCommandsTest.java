package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.DataSets;
import bayesflow4j.data.NpyArray;
import bayesflow4j.data.Npz;
import bayesflow4j.models.Influenza;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What can be done with a network of the influenza model, trained for a few hundred steps only. */
class NetworkCommandsTest extends CommandTest {
    @TempDir
    static Path shared;

    private static String network;

    @BeforeAll
    static void train() {
        network = shared.resolve("flu.safetensors").toString();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(new StringWriter()))
                .execute("train", "influenza", "--steps", "300", "-o", network);
        assertEquals(CommandLine.ExitCode.OK, code, err.toString());
    }

    @BeforeEach
    void writeData() {
        new DataSets(List.of("in_bed"), List.of(Influenza.OBSERVED)).writeCsv(path("school.csv"));
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }

    @Test
    void inferWritesDrawsSummariesFiguresAndReport() throws IOException {
        assertDone("infer", network, "@school.csv", "-n", "500", "-o", "@posterior");
        assertTrue(out().contains("beta"), out());
        assertTrue(out().contains("The data look like data"), out());
        assertTrue(out().contains("Trained by flow on "), out());
        for (String file : List.of("draws.csv", "report.html", "figures/marginals.png", "figures/predictive.svg"))
            assertTrue(Files.size(path("posterior").resolve(file)) > 0, file);
        NpyArray draws = Npz.read(path("posterior/draws.npz")).get("draws");
        assertEquals(List.of(1, 500, 3), Arrays.stream(draws.shape()).boxed().toList());
        JsonNode summary = json(path("posterior/summary.json"));
        double mean = summary.at("/data_sets/0/parameters/beta/mean").asDouble();
        assertTrue(mean > 0.5 && mean < 5, summary.toString());
        assertEquals(14, summary.at("/data_sets/0/observations").asInt());
        assertFalse(summary.at("/misspecification/warning").asBoolean());
        List<String> csv = Files.readAllLines(path("posterior/summary.csv"));
        assertEquals(4, csv.size());
        assertTrue(csv.get(1).endsWith("false"), csv.get(1));
        try (Stream<Path> left = Files.list(directory)) {
            assertTrue(left.noneMatch(file -> file.getFileName().toString().startsWith(".")), "nothing is left over");
        }
    }

    @Test
    void aNetworkCarriesTheVerdictOfItsCheck() throws IOException {
        Files.copy(Path.of(network), path("own.safetensors"));
        assertDone("infer", "@own.safetensors", "@school.csv", "-n", "200", "--check", "-o", "@before");
        assertTrue(err().contains("warning: This network was never checked"), err());
        assertTrue(out().contains("ear these data"), out());
        JsonNode before = json(path("before/summary.json"));
        assertEquals("never checked", before.at("/trust/check").asText());
        assertTrue(before.at("/data_sets/0/prior_sensitivity/effective_sample_size_wider")
                        .asDouble()
                > 1);
        assertTrue(before.at("/data_sets/0/check_near_data/sentence").isTextual());
        assertFalse(Files.readString(path("before/report.html")).contains("class=\"notice good\""), "no green");
        assertDone("check", "@own.safetensors", "--datasets", "20", "--draws", "20", "--probe", "50", "-o", "@check");
        assertTrue(out().contains("gain"), out());
        assertDone("info", "@own.safetensors");
        assertTrue(out().contains("its check"), out());
        assertDone("infer", "@own.safetensors", "@school.csv", "-n", "200", "-o", "@after");
        assertFalse((out() + err()).contains("never checked"), err());
        assertTrue(Files.readString(path("after/report.html")).contains("its check"));
        assertEquals(Files.readString(path("before/draws.csv")), Files.readString(path("after/draws.csv")));
    }

    @Test
    void resultsDependOnTheSeedOnlyAndAreNotReplacedUnlessToldSo() throws IOException {
        assertDone("infer", network, "@school.csv", "-n", "50", "-o", "@a");
        assertDone("infer", network, "@school.csv", "-n", "50", "-o", "@b");
        assertEquals(Files.readString(path("a/draws.csv")), Files.readString(path("b/draws.csv")));
        write("a/mine.txt", "mine");
        assertRefused(
                "@a is not empty; choose another directory or add --force",
                "infer",
                network,
                "@school.csv",
                "-o",
                "@a");
        assertDone("infer", network, "@school.csv", "-n", "50", "--seed", "2", "-o", "@a", "--force");
        assertFalse(Files.readString(path("a/draws.csv")).equals(Files.readString(path("b/draws.csv"))));
        assertEquals("mine", Files.readString(path("a/mine.txt")));
    }

    @Test
    void whatSimulateWritesInferReadsInBothForms() throws IOException {
        assertDone("simulate", "influenza", "-n", "12", "-o", "@sims.npz");
        assertDone("simulate", "influenza", "-n", "12", "-o", "@sims.csv");
        assertDone("infer", network, "@sims.npz", "-n", "20", "-o", "@npz");
        assertTrue(out().contains("… and 2 more data sets"), out());
        assertTrue(out().contains("All data sets one by one: " + path("npz/assessment.csv")), out());
        assertTrue(out().contains(" of 12 data sets"), out());
        assertEquals(13, Files.readAllLines(path("npz/assessment.csv")).size());
        String report = Files.readString(path("npz/report.html"));
        assertTrue(report.contains("Trust in each posterior") && report.contains("first 3 of 12 data sets"));
        assertDone("infer", network, "@sims.csv", "@school.csv", "-n", "20", "-o", "@csv", "--json");
        JsonNode both = new ObjectMapper().readTree(out());
        assertEquals(13, both.get("data_sets").size());
        assertEquals(
                json(path("npz/summary.json")).at("/data_sets/7/parameters/gamma"),
                both.at("/data_sets/7/parameters/gamma"));
        assertTrue(both.at("/data_sets/7/source").asText().endsWith("sims.csv, data set 7"), out());
    }

    @Test
    void columnsAreFoundByNameAndOthersIgnoredWithANote() {
        StringBuilder csv = new StringBuilder("date,\"in_bed\",comment\n");
        for (int day = 0; day < 14; day++)
            csv.append("1978-01-" + (22 + day) + "," + (int) Influenza.OBSERVED.at(day, 0) + ",\"cold, wet\"\n");
        write("own.csv", csv.toString());
        assertDone("infer", network, "@own.csv", "-n", "20", "-o", "@own");
        assertTrue(err().contains("ignored the columns date, comment; the network reads in_bed"), err());
    }

    @Test
    void filesThatCannotBeReadAreNamedWithLineAndColumn() {
        write("text.csv", "in_bed\n3\n8\nmany\n");
        assertRefused(
                "@text.csv:4: in_bed: expected a number, got \"many\"", "infer", network, "@text.csv", "-o", "@x");
        write("nan.csv", "in_bed\n3\n\nNaN\n");
        assertRefused(
                "@nan.csv:4: in_bed: expected a number, got a missing value", "infer", network, "@nan.csv", "-o", "@x");
        write("short.csv", "in_bed\n3\n8\n");
        assertRefused(
                "@short.csv: expected 14 rows, the range of training, got 2; data sets of the built-in model influenza have no"
                        + " other number",
                "infer",
                network,
                "@short.csv",
                "-o",
                "@x");
        write("names.csv", "day,beds\n1,2\n");
        assertRefused(
                "@names.csv:1: expected a column \"in_bed\", got [day, beds]",
                "infer",
                network,
                "@names.csv",
                "-o",
                "@x");
        assertRefused("@none.csv: no such file", "infer", network, "@none.csv", "-o", "@x");
        assertDone("simulate", "sir", "-n", "1", "-o", "@sir.npz");
        assertRefused("@sir.npz: x: expected shape [data sets, rows, 1]", "infer", network, "@sir.npz", "-o", "@x");
        assertRefused("none.safetensors: no such file", "infer", "@none.safetensors", "@school.csv", "-o", "@x");
        assertRefused("school.csv: ", "infer", "@school.csv", "@school.csv", "-o", "@x");
        assertFalse(Files.exists(path("x")));
    }

    @Test
    void dataThatTheModelCannotMakeAreCalledUnlikeThoseOfTraining() throws IOException {
        StringBuilder csv = new StringBuilder("in_bed\n");
        for (int day = 0; day < 14; day++) csv.append(day % 2 == 0 ? "0\n" : "700\n");
        write("odd.csv", csv.toString());
        assertDone("infer", network, "@odd.csv", "-n", "20", "-o", "@odd");
        assertTrue(err().contains("warning: The data look unlike anything that the network was trained on"), err());
        assertTrue(
                json(path("odd/summary.json")).at("/misspecification/warning").asBoolean());
        assertTrue(Files.readString(path("odd/report.html")).contains("class=\"notice poor\""));
    }

    @Test
    void checkWritesAReportWithItsVerdict() throws IOException {
        assertDone("check", network, "--datasets", "60", "--draws", "50", "-o", "@check");
        assertTrue(out().contains("60 data sets × 50 draws"), out());
        for (String file : List.of("report.html", "truth.csv", "draws.npz", "figures/losses.svg"))
            assertTrue(Files.exists(path("check").resolve(file)), file);
        assertTrue(
                json(path("check/metrics.json")).at("/metrics/nrmse/beta/mean").isNumber());
        assertRefused("the model has the parameters [beta, gamma]", "check", network, "--model", "sir", "-o", "@other");
    }

    @Test
    void infoTellsWhatIsInTheFile() throws IOException {
        assertDone("info", network);
        for (String text : List.of(
                "model: influenza", "beta ~ log-normal(0.4, 0.7)", "14 × (in_bed)", "300 steps on", "kind: recurrent"))
            assertTrue(out().contains(text), out());
        assertDone("info", network, "--json");
        JsonNode json = new ObjectMapper().readTree(out());
        assertEquals("influenza", json.at("/provenance/model").asText());
        assertTrue(json.get("weights").asInt() > 1000);
    }

    @Test
    void wrongUseIsSaid() {
        assertWrong("Missing required", "infer", network, "-o", "@x");
        assertWrong("Missing required option: '--output=DIR'", "infer", network, "@school.csv");
        assertWrong("-n: expected at least 1 draw, got 0", "infer", network, "@school.csv", "-n", "0", "-o", "@x");
        assertWrong("--datasets: expected at least 20, got 3", "check", network, "--datasets", "3", "-o", "@x");
        assertWrong("Missing required parameter: 'NETWORK'", "info");
        assertWrong("Unknown option: '--fore'", "info", network, "--fore");
        assertWrong("No command given.");
        assertWrong("bayesflow infer or", "infre");
    }

    @Test
    void everyCommandHasHelpAndTheShellCanComplete() {
        for (String name : new ArrayList<>(Main.commandLine().getSubcommands().keySet())) {
            if (name.equals("help")) continue;
            assertDone(name, "--help");
            assertTrue(out().startsWith("Usage: bayesflow " + name), out());
        }
        assertDone("completion");
        assertTrue(out().contains("--resume"), "options are completed");
        assertDone("version");
        assertTrue(out().startsWith("bayesflow4j "), out());
    }
}
