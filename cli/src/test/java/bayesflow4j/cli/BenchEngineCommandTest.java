package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class BenchEngineCommandTest extends CommandTest {
    @Test
    void anotherProgramTakesTurnsWithTheEngine() throws Exception {
        write("peer.sh", "[ $1 = S1b ] || { echo none; exit; }; echo ready; while read s; do echo 1000; done");
        String peer = "slow=sh " + path("peer.sh");
        assertDone("bench", "engine", "--only", "S1b", "--rounds", "2", "--beside", peer, "--json", "@figures.json");
        JsonNode figures = new ObjectMapper().readTree(path("figures.json").toFile());
        JsonNode slow = figures.at("/beside/slow");
        assertEquals(1e6, slow.get("S1b_ms").asDouble());
        double ratio = slow.at("/S1b_ratio/median").asDouble();
        assertTrue(ratio >= slow.at("/S1b_ratio/quartiles/0").asDouble(), figures.toString());
        assertTrue(ratio <= slow.at("/S1b_ratio/quartiles/1").asDouble(), figures.toString());
        assertTrue(out().contains(String.format(Locale.ROOT, "ratio %.2f", ratio)), out());
        assertTrue(figures.at("/fractionOfPeak/S1b").asDouble() > 0, figures.toString());
    }

    @Test
    void aProgramThatDoesNotWorkIsNamed() {
        write("broken.sh", "exit 7");
        assertRefused("broken ended with exit code 7", "bench", "engine", "--beside", "broken=sh " + path("broken.sh"));
    }

    @Test
    void anotherVersionOfThisCommandCanBeThatProgram() {
        assertDone("bench", "engine", "--peer", "S9");
        assertEquals("none", out().strip());
    }

    @Test
    void wrongUseIsAnsweredWithWhatIsExpected() {
        assertWrong("--only: expected some of [S1, S1b, S2, S3, S4], got S9", "bench", "engine", "--only", "S9");
        assertWrong("--rounds: expected at least 1, got 0", "bench", "engine", "--rounds", "0");
        assertWrong("--threads: expected at least 1, got 0", "bench", "engine", "--threads", "0");
    }
}
