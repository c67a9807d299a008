package bayesflow4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class PeerTest {
    /** A shell script whose $0 is the workload's name. */
    private static List<String> script(String text) {
        return List.of("sh", "-c", text);
    }

    @Test
    void aPeerIsToldHowLongToWorkAndAnswersWithTheTimeOfAStep() {
        try (Peer peer = Peer.start("echo", script("echo ready; while read s; do echo $s; done"), "S1")
                .orElseThrow()) {
            assertEquals(0.25, peer.turn(0.25));
            assertEquals(2, peer.turn(2));
        }
    }

    @Test
    void aPeerMayNotHaveAWorkload() {
        List<String> some = script("case $0 in S2) echo ready; read s;; *) echo none;; esac");
        assertTrue(Peer.start("some", some, "S1").isEmpty());
        try (Peer peer = Peer.start("some", some, "S2").orElseThrow()) {
            assertThrows(IllegalStateException.class, () -> peer.turn(1));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "echo hello,                        odd: expected ready or none; got \"hello\"",
        "exit 3,                            odd ended with exit code 3",
        "echo ready; exit 4,                odd ended with exit code 4",
        "echo ready; read s; echo soon,     odd: expected the seconds per step; got \"soon\"",
        "echo ready; read s; echo 0,        odd: expected the seconds per step; got \"0\"",
        "echo ready; read s; echo Infinity, odd: expected the seconds per step; got \"Infinity\"",
    })
    void aPeerThatDoesNotKeepToTheProtocolIsNamed(String text, String message) {
        String said = assertThrows(IllegalStateException.class, () -> {
                    try (Peer peer = Peer.start("odd", script(text), "S1").orElseThrow()) {
                        peer.turn(1);
                    }
                })
                .getMessage();
        assertEquals(message.replace(';', ','), said);
    }

    @Test
    void aPeerThatCannotBeStartedIsNamed() {
        String said = assertThrows(
                        IllegalStateException.class, () -> Peer.start("gone", List.of("/no/such/program"), "S1"))
                .getMessage();
        assertTrue(said.startsWith("gone: could not be started: ") && said.contains("/no/such/program"), said);
    }
}
