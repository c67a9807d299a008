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

/** {@code docs/gallery.md} shows the files as they are, and its commands work, here with few steps and few data sets. */
@Timeout(240)
class GalleryTest extends CommandTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SHOWN = Pattern.compile("(?ms)^```(\\w+) (\\S+)\\n(.*?)^```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^\\./bayesflow (.*)$");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/gallery.md"));
    }

    @Test
    void thePageShowsTheModelsAsTheyAre() throws IOException {
        List<MatchResult> blocks = SHOWN.matcher(page()).results().toList();
        assertEquals(3, blocks.size());
        for (MatchResult block : blocks)
            assertEquals(Files.readString(ROOT.resolve(block.group(2))), block.group(3), block.group(2));
    }

    @Test
    void theCommandsWork() throws IOException {
        int commands = 0;
        for (MatchResult line : COMMAND.matcher(page()).results().toList()) {
            assertDone(shortened(line.group(1)));
            commands++;
        }
        assertEquals(9, commands);
        assertTrue(out().contains("mild winter") && out().contains("hard winter"), out());
        assertTrue(Files.exists(path("dots-posterior").resolve("posterior.nc")));
        assertTrue(
                Files.readString(path("lynx-posterior").resolve("report.html")).contains("mackenzie-gaps"));
    }

    /** Files of the project are above this module, all others go to the test's directory. */
    private static String[] shortened(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" +")));
        int budget = words.indexOf("--minutes");
        if (budget >= 0) {
            words.set(budget, "--steps");
            words.set(budget + 1, "10");
        }
        if (words.getFirst().equals("check"))
            words.addAll(List.of("--datasets", "40", "--draws", "99", "--probe", "50"));
        if (words.getFirst().equals("infer")) words.addAll(List.of("-n", "200"));
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.startsWith("examples/")) words.set(i, "../" + word);
            else if (word.endsWith(".safetensors") || words.get(i - 1).equals("-o")) words.set(i, "@" + word);
        }
        return words.toArray(String[]::new);
    }
}
