package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class BenchAccuracyCommandTest extends CommandTest {
    private static final String[] TRIAL = {
        "bench",
        "accuracy",
        "--tasks",
        "two-moons",
        "--simulations",
        "500",
        "--steps",
        "100",
        "--quick",
        "--observations",
        "2",
        "--draws",
        "300",
        "-o",
        "@accuracy"
    };

    @Test
    void aTaskIsMeasuredOnceAndThenRead() throws Exception {
        assertDone(TRIAL);
        String table = out();
        JsonNode result = new ObjectMapper()
                .readTree(path("accuracy").resolve("two-moons-500-flow.json").toFile());
        double mean = result.get("c2st_mean").asDouble();
        assertTrue(mean > 0.5 && mean < 1, table);
        assertTrue(table.contains(String.format(Locale.ROOT, "%.3f ±", mean)), table);
        assertTrue(result.get("command").asText().startsWith("./bayesflow bench accuracy --tasks two-moons"));
        assertEquals("unknown", result.get("commit").asText());
        assertEquals(1, result.get("seed").asInt());
        assertDone(TRIAL);
        assertEquals(table, out());
    }

    @Test
    void wrongUseIsAnsweredWithWhatIsExpected() {
        assertWrong("Did you mean \"two-moons\"?", "bench", "accuracy", "--tasks", "two-moon");
        assertWrong(
                "--method: Unknown method \"flew\". Did you mean \"flow\"?", "bench", "accuracy", "--method", "flew");
        assertWrong("observations: expected 1 to 10, got 11", "bench", "accuracy", "--observations", "11");
        assertWrong("--simulations: expected numbers of at least 1", "bench", "accuracy", "--simulations", "0");
    }
}
