package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Report REPORT = Report.of(
                    "Check of <toy> & co", Examples.recovery(200, 100, 0.3), Contraction.empirical(), new Seed(1))
            .with(new Table(
                    "Beside the paper", List.of("metric", "ours", "paper"), List.of(List.of("R²", "0.9", "0.8"))))
            .with(new Notice(Verdict.Grade.FAIR, "The data are unusual."))
            .withProvenance("seed", "1")
            .withProvenance("model", "toy");

    @Test
    void theVerdictComesBeforeTheFiguresAndThoseBeforeTheNumbers() {
        String page = REPORT.html();
        List<String> order = List.of(
                "<h1>",
                "The data are unusual.",
                "Do not trust these posteriors",
                "Beside the paper",
                "Recovery of the true parameters",
                "Ranks of the truths",
                "Metrics (200 data sets",
                "Where this comes from");
        for (int i = 1; i < order.size(); i++)
            assertTrue(page.indexOf(order.get(i - 1)) < page.indexOf(order.get(i)), order.get(i));
        assertTrue(page.contains("<b>σ</b> is <b>over-confident</b>"));
        assertTrue(page.contains("<b>v₀</b> is <b>biased</b>"));
        assertTrue(page.contains("<b>ρ</b> is <b>well calibrated</b>"));
    }

    @Test
    void thePageNeedsNothingElseAndIsForLightAndDark() {
        String page = REPORT.html();
        assertFalse(page.contains("src="));
        assertFalse(page.contains("href="));
        assertFalse(page.contains("@import") || page.contains("url(h"));
        assertTrue(page.contains("prefers-color-scheme: dark"));
        assertTrue(page.contains("Check of &lt;toy&gt; &amp; co"));
    }

    @Test
    void allFilesAreWrittenAndNoDraftStays(@TempDir Path folder) throws IOException {
        REPORT.write(folder);
        assertEquals(REPORT.html(), Files.readString(folder.resolve("report.html")));
        assertEquals(REPORT.metrics().orElseThrow().json(), Files.readString(folder.resolve("metrics.json")));
        try (Stream<Path> files = Files.list(folder.resolve("figures"))) {
            assertEquals(
                    2 * REPORT.figures().size(),
                    files.filter(f -> !f.getFileName().toString().startsWith("."))
                            .count());
        }
    }

    @Test
    void figuresAndTablesThatDoNotFitAreRefused() {
        Figure twice = REPORT.figures().getFirst();
        assertThrows(IllegalArgumentException.class, () -> REPORT.with(twice));
        assertThrows(IllegalArgumentException.class, () -> new Table("t", List.of("a"), List.of(List.of("b", "c"))));
    }

    @Test
    void verdictsStandBesideOneAnotherByNumberOfObservations() {
        Verdict verdict = REPORT.verdict().orElseThrow();
        Table table = VerdictTable.of("T", new TreeMap<>(Map.of(200, verdict, 100, verdict)));
        assertEquals(List.of("parameter", "T = 100", "T = 200"), table.header());
        assertEquals("σ", table.rows().get(1).getFirst());
        assertTrue(table.rows().get(1).get(2).startsWith("over-confident, contraction 0.9"));
    }

    @Test
    void aReportWithoutTruthHasNoVerdict() {
        assertFalse(Report.titled("Posterior of my data").html().contains("verdict good"));
    }
}
