package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reads posteriors off a table of simulations is trained, asked and checked as any network is. */
class ReferenceCommandsTest extends CommandTest {
    private static final String OWN = """
            name: walk
            parameters: {drift: "normal(0, 1)"}
            data: {kind: set, columns: [y], observations: 5..9}
            simulator: {java: {class: bayesflow4j.cli.ShiftedNoise}}
            network: {summary: {width: 16}}
            training: {batch: 16, validationSets: 64}
            """;

    @ParameterizedTest
    @CsvSource({"abc-nn, '{accepted: 100}'", "abc-rf, '{trees: 20}'"})
    void aModelOfOnesOwn(String method, String abc) throws IOException {
        write("model.yaml", OWN + "abc: " + abc + "\n");
        assertDone("train", "@model.yaml", "--method", method, "--simulations", "4000", "-o", "@net.safetensors");
        assertDone("info", "@net.safetensors");
        assertTrue(out().contains("method: " + method), out());
        assertTrue(out().contains("simulations: 2000 "), out());
        assertTrue(out().contains(abc.substring(1, abc.length() - 1)), out());
        assertDone("simulate", "@model.yaml", "-n", "2", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
        assertDone(
                "check",
                "@net.safetensors",
                "--model",
                "@model.yaml",
                "--datasets",
                "40",
                "--draws",
                "40",
                "-o",
                "@check",
                "--json");
        String grade = new ObjectMapper().readTree(out()).get("grade").asText();
        assertTrue(List.of("good", "fair", "poor").contains(grade), out());
    }

    @Test
    void aTableOfSimulationsIsTheReference() throws IOException {
        assertDone("simulate", "mvn", "-n", "300", "-o", "@sims.npz");
        for (String[] more : new String[][] {{"abc-nn", "--steps", "50"}, {"abc-rf"}}) {
            List<String> all = new ArrayList<>(
                    List.of("train", "mvn", "--table", "@sims.npz", "-o", "@net.safetensors", "--force", "--json"));
            all.add("--method");
            all.addAll(List.of(more));
            assertDone(all.toArray(String[]::new));
            assertEquals(
                    300, new ObjectMapper().readTree(out()).get("simulations").asInt());
        }
    }

    /** One file, which reads data as they are. */
    @Test
    void handMadeStatisticsNeedNoNetwork() throws IOException {
        assertDone(
                "train", "lfm", "--method", "abc-rf", "--statistics", "--simulations", "60", "-o", "@net.safetensors");
        assertDone("info", "@net.safetensors");
        assertTrue(out().contains("handmade"), out());
        assertDone("simulate", "lfm", "-n", "1", "-o", "@data.csv");
        assertDone("infer", "@net.safetensors", "@data.csv", "-n", "20", "-o", "@posterior");
        assertDone("check", "@net.safetensors", "--datasets", "20", "--draws", "20", "-o", "@check");
        assertWrong(
                "--statistics: expected a method that reads a table of statistics, abc-rf or abc-nn, got flow",
                "train",
                "lfm",
                "--statistics",
                "-o",
                "@other.safetensors");
        assertRefused(
                "abc.statistics: expected mean, summary, learned or data for mvn, which has no hand-made statistics",
                "train",
                "mvn",
                "--method",
                "abc-rf",
                "--statistics",
                "-o",
                "@other.safetensors");
    }

    @Test
    void mistakesInTheSettingsAreFoundAtTheirPlace() {
        write("model.yaml", OWN + "abc: {acepted: 3}\n");
        assertRefused(
                "7:7: abc.acepted: not known, expected one of",
                "train",
                "@model.yaml",
                "--method",
                "abc-nn",
                "-o",
                "@net.safetensors");
        assertTrue(err().contains("did you mean accepted?"), err());
    }
}
