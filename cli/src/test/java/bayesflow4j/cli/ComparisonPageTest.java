package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands of {@code docs/comparison.md} work, here with few steps and few data sets. */
@Timeout(240)
class ComparisonPageTest extends CommandTest {
    private static final Pattern COMMAND = Pattern.compile("(?m)^    \\$ bayesflow ((?:.*\\\\\\n)*.*)$");
    private static final String MODELS = "../examples/external/growth/";

    @Test
    void theCommandsWork() throws IOException {
        int commands = 0;
        for (MatchResult line : COMMAND.matcher(Files.readString(Path.of("../docs/comparison.md")))
                .results()
                .toList()) {
            assertDone(shortened(line.group(1), commands));
            commands++;
        }
        assertEquals(12, commands);
        List<String> probabilities = Files.readAllLines(path("compared-3").resolve("probabilities.csv"));
        assertEquals("data_set,free,crowded,constant,none_of_them", probabilities.getFirst());
        assertEquals(3, probabilities.size());
        assertTrue(Files.readString(path("predicted-6").resolve("report.html")).contains("Posterior predictive fit"));
    }

    /** Model files are those of the example, all other files are in the test's directory; results have a number. */
    private String[] shortened(String line, int number) {
        List<String> words = new ArrayList<>(List.of(line.replace("\\\n", " ").split(" +")));
        words.removeAll(List.of("--steps", "1500", "--datasets", "500"));
        switch (words.getFirst()) {
            case "compare", "train" -> words.addAll(List.of("--steps", "10"));
            case "check" -> words.addAll(List.of("--datasets", "40"));
            case "simulate" -> {}
            default -> words.addAll(List.of("-n", "100"));
        }
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.endsWith(".yaml")) words.set(i, MODELS + word);
            else if (word.contains(".safetensors") || word.endsWith(".csv"))
                words.set(
                        i,
                        String.join(
                                ",",
                                List.of(word.split(",")).stream()
                                        .map(f -> path(f).toString())
                                        .toList()));
            else if (words.get(i - 1).equals("-o")) words.set(i, "@" + word + "-" + number);
        }
        return words.toArray(String[]::new);
    }
}
