package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class QuickstartCommandTest extends CommandTest {
    @Test
    void fewSecondsGiveAReportWithPosteriorFitAndVerdict() throws IOException {
        assertDone("quickstart", "--minutes", "0.05", "-o", "@q");
        assertTrue(out().contains("R₀ = β/γ"), out());
        String report = Files.readString(path("q/report.html"));
        for (String part : new String[] {"id=\"predictive\"", "id=\"rates-marginals\"", "class=\"verdict", "published"})
            assertTrue(report.contains(part), part);
        assertDone("infer", "@q/influenza.safetensors", "@q/school.csv", "-n", "50", "-o", "@posterior");
        assertRefused("@q is not empty", "quickstart", "-o", "@q");
        assertWrong("--minutes: expected above 0, got -1.0", "quickstart", "--minutes", "-1", "-o", "@r");
    }
}
