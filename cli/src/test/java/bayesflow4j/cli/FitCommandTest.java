package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code fit} as a user would call it. */
@Timeout(300)
class FitCommandTest extends CommandTest {
    private static final String SLOW = "../examples/external/slow/";

    @BeforeEach
    void data() {
        assertDone("simulate", "mvn", "-n", "1", "-o", "@data.npz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snpe-a", "tsnpe"})
    void itWritesWhatInferWritesAndTheRounds(String method) throws IOException {
        assertDone(
                "fit",
                "mvn",
                "@data.npz",
                "--method",
                method,
                "--simulations",
                "300",
                "--rounds",
                "2",
                "-n",
                "100",
                "--check",
                "20",
                "-o",
                "@fit");
        for (String file :
                List.of("draws.csv", "draws.npz", "summary.csv", "summary.json", "report.html", "verdict.json"))
            assertTrue(Files.size(path("fit/" + file)) > 0, file);
        assertEquals(3, Files.readAllLines(path("fit/rounds.csv")).size());
        assertTrue(Files.exists(path("fit/figures/rounds.png")));
        assertTrue(out().contains("300 simulations in"), out());
        assertTrue(out().contains("Check around this posterior: 20 data sets"), out());
        JsonNode verdict = new ObjectMapper().readTree(path("fit/verdict.json").toFile());
        assertTrue(List.of("good", "fair", "poor").contains(verdict.get("grade").asText()));
    }

    @Test
    void populations() throws IOException {
        assertDone(
                "fit",
                "mvn",
                "@data.npz",
                "--method",
                "smc-abc",
                "--particles",
                "100",
                "--rounds",
                "3",
                "-n",
                "50",
                "--json",
                "-o",
                "@fit");
        JsonNode summary = new ObjectMapper().readTree(out());
        assertEquals(5, summary.get("data_sets").get(0).get("parameters").size());
        assertTrue(Files.readString(path("fit/rounds.csv"))
                .lines()
                .skip(2)
                .allMatch(line -> line.split(",")[2].matches("[\\d.]+")));
    }

    /** A simulator that takes .2 s: four processes at once, and the second time none at all. */
    @Test
    void aSlowSimulatorOfOnesOwn() throws IOException {
        String[] command = {
            "fit",
            SLOW + "model.yaml",
            SLOW + "coffee.csv",
            "--simulations",
            "100",
            "--rounds",
            "2",
            "--workers",
            "8",
            "-n",
            "200",
            "-o",
            "@fit"
        };
        assertDone(command);
        byte[] draws = Files.readAllBytes(path("fit/draws.csv"));
        byte[] simulations = Files.readAllBytes(path("fit.state/round-2.npz"));
        assertRefused("is not empty", command);
        String[] again = Arrays.copyOf(command, command.length + 2);
        again[command.length] = "--resume";
        again[command.length + 1] = "--force";
        assertDone(again);
        assertArrayEquals(draws, Files.readAllBytes(path("fit/draws.csv")));
        assertArrayEquals(simulations, Files.readAllBytes(path("fit.state/round-2.npz")));
        again[4] = "120";
        assertEquals(1, run(again));
        assertTrue(err().contains("belongs to a fit with other settings"), err());
    }

    @Test
    void wrongUseIsSaid() {
        assertWrong("--method: Unknown method \"tsnp\"", "fit", "mvn", "@data.npz", "--method", "tsnp", "-o", "@fit");
        assertWrong(
                "expected at least 50 for each of 5 rounds, got 100",
                "fit",
                "mvn",
                "@data.npz",
                "--simulations",
                "100",
                "-o",
                "@fit");
        assertWrong("mvn has no hand-made statistics", "fit", "mvn", "@data.npz", "--statistics", "-o", "@fit");
        assertWrong("--check: expected at least 10", "fit", "mvn", "@data.npz", "--check", "3", "-o", "@fit");
        assertWrong("Missing required option", "fit", "mvn", "@data.npz");
        assertWrong(
                "case.distance", "fit", "mvn", "@data.npz", "--method", "smc-abc", "--distance", "far", "-o", "@fit");
        assertRefused("no such file", "fit", "mvn", "@none.npz", "-o", "@fit");
        assertDone("simulate", "mvn", "-n", "2", "-o", "@two.npz");
        assertRefused("expected one data set, got 2", "fit", "mvn", "@two.npz", "-o", "@fit");
    }

    @Test
    void settingsAreExplained() {
        assertDone("fit", "lfm", lfmData(), "--method", "smc-abc", "--explain");
        assertTrue(out().contains("particles: 2000"), out());
        assertDone("fit", "lfm", lfmData(), "--method", "snpe-c", "--statistics", "--explain");
        assertTrue(out().contains("atoms: 10"), out());
    }

    private String lfmData() {
        write("rt.csv", "rt0,rt1\n0.9,-0.8\n1.1,-1.0\n-0.7,0.9\n");
        return path("rt.csv").toString();
    }
}
