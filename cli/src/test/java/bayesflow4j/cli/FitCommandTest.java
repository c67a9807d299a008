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

    /** A simulator that takes .2 s, eight processes at once. */
    @Test
    void aSlowSimulatorOfOnesOwn() throws IOException {
        assertDone(
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
                "@fit");
        assertEquals(201, Files.readAllLines(path("fit/draws.csv")).size());
    }

    /** A simulator that writes a line for each of its runs. */
    private void counting() {
        write("model.yaml", """
                name: counted
                parameters:
                  m: normal(0, 1)
                  s: uniform(0.5, 2)
                data: {kind: vector, columns: [a, b, c]}
                simulator:
                  command: [python3, count.py]
                """);
        write("count.py", """
                import json, random, sys
                for line in sys.stdin:
                    request = json.loads(line)
                    with open("runs.txt", "a") as runs:
                        runs.write("run\\n")
                    rng = random.Random(int(request["seed"]))
                    p = request["parameters"]
                    row = [rng.gauss(p["m"], p["s"]) for _ in range(3)]
                    print(json.dumps({"id": request["id"], "rows": [row]}), flush=True)
                """);
        write("x.csv", "a,b,c\n0.3,1.1,-0.4\n");
    }

    private int runs() throws IOException {
        return Files.readAllLines(path("runs.txt")).size();
    }

    private static String[] with(String[] command, String... more) {
        String[] all = Arrays.copyOf(command, command.length + more.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return all;
    }

    private void assertSameBytes(String file) throws IOException {
        assertArrayEquals(Files.readAllBytes(path("one" + file)), Files.readAllBytes(path("eight" + file)), file);
    }

    @Test
    void workersDoNotMatterAndNothingThatIsStoredRunsAgain() throws IOException {
        counting();
        String[] command = {
            "fit", "@model.yaml", "@x.csv", "--simulations", "120", "--rounds", "2", "-n", "100", "--check", "10"
        };
        assertDone(with(command, "--workers", "1", "-o", "@one"));
        assertEquals(130, runs());
        String[] eight = with(command, "--workers", "8", "-o", "@eight");
        assertDone(eight);
        assertEquals(260, runs());
        for (String file : List.of("/draws.csv", "/verdict.json", ".state/round-1.npz", ".state/round-2.npz"))
            assertSameBytes(file);
        assertRefused("is not empty", eight);
        assertDone(with(eight, "--resume", "--force"));
        assertEquals(260, runs(), "runs of the simulator for what is stored");
        assertSameBytes("/draws.csv");
        assertSameBytes("/verdict.json");
        eight[4] = "140";
        assertEquals(1, run(with(eight, "--resume", "--force")));
        assertTrue(err().contains("belongs to a fit with other settings"), err());
    }

    /** Settings without options of their own, for a model without a file. */
    @Test
    void settingsComeFromAFile() throws IOException {
        write("mine.yaml", """
                case:
                  epsilons: [3.5, 2.5]
                  particles: 60
                """);
        String[] command = {"fit", "mvn", "@data.npz", "--method", "smc-abc", "--settings", "@mine.yaml"};
        assertDone(with(command, "--particles", "50", "-o", "@fit"));
        List<String> rounds = Files.readAllLines(path("fit/rounds.csv"));
        assertEquals(
                List.of("Infinity", "3.5", "2.5"),
                rounds.stream().skip(1).map(row -> row.split(",")[2]).toList());
        assertTrue(rounds.get(1).startsWith("1,50,"), "an option replaces a setting of the file");
        write("mine.yaml", "case:\n  epsilons: [3.5, 2.5]\n  particels: 60\n");
        assertRefused("mine.yaml:3:3: case.particels: not known", with(command, "-o", "@other"));
        write("mine.yaml", "cases: {particles: 60}\n");
        assertRefused("mine.yaml:1:1: unknown key \"cases\"; did you mean \"case\"?", with(command, "-o", "@other"));
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
