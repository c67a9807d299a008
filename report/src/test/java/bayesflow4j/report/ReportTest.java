package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
                "<h2>Provenance</h2>");
        int last = -1;
        for (String part : order) {
            int at = page.indexOf(part);
            assertTrue(at > last, part + " at " + at + ", expected after " + last);
            last = at;
        }
        assertTrue(page.contains("<b>σ</b> is <b>over-confident</b>"));
        assertTrue(page.contains("<b>v₀</b> is <b>biased</b>"));
        assertTrue(page.contains("<b>ρ</b> is <b>well calibrated</b>"));
    }

    /** A table with a sentence in it was cut off at the right edge of the page. */
    @Test
    void sentencesInTablesMayTakeSeveralLines() {
        String sentence = "These probabilities can be trusted: no test finds a deviation.";
        String page = Report.titled("t")
                .with(new Table("By rows", List.of("rows", "verdict"), List.of(List.of("10", sentence))))
                .html();
        assertTrue(page.contains("<td>10</td><td class=\"text\">" + sentence + "</td>"));
        assertTrue(page.contains("td.text { white-space: normal;"));
    }

    /** Posteriors that are wider than need be are not shown in green, though they are calibrated. */
    @Test
    void calibratedButWideIsFair() {
        Sharpness none = new Sharpness(0.01, 200, List.of(new Sharpness.Gain("a", 0, 0.01, 0, 1)));
        Sharpness wide = new Sharpness(0.01, 200, List.of(new Sharpness.Gain("a", 0.3, 0.01, 0, 1e-9)));
        Verdict exact = new Verdict(0.01, 200, 100, List.of(), 1, 0, Optional.empty());
        assertEquals(Verdict.Grade.GOOD, exact.with(none).trust());
        assertEquals(Verdict.Grade.FAIR, exact.with(wide).trust());
        assertTrue(Report.titled("t").with(exact.with(wide)).html().contains("class=\"verdict fair\""));
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
        Set<String> expected = new TreeSet<>(Set.of("report.html", "metrics.json", "figures"));
        for (Figure figure : REPORT.figures())
            for (String format : List.of("png", "svg")) expected.add("figures/" + figure.name() + "." + format);
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(
                    expected,
                    files.filter(file -> !file.equals(folder))
                            .map(file -> folder.relativize(file).toString())
                            .collect(Collectors.toCollection(TreeSet::new)));
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
        Report report = Report.titled("Posterior of my data");
        assertTrue(report.verdict().isEmpty());
        assertFalse(report.html().contains("<section class=\"verdict"));
        assertTrue(REPORT.html().contains("<section class=\"verdict"), "what a verdict looks like");
    }
}
