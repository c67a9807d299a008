package bayesflow4j.report;

import bayesflow4j.diagnostics.Calibration;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@link Report} as HTML: verdict, figures, tables and provenance, in this order, for light and dark mode. */
final class Page {
    private static final String STYLE = resource("report.css");

    /** Cells with more characters are sentences, which may take several lines. */
    private static final int LONG_CELL = 40;

    private Page() {}

    static String of(Report report) {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<meta name=\"color-scheme\" content=\"light dark\"><title>" + Html.escaped(report.title())
                + "</title><style>" + STYLE + Drawing.STYLES.replace("fill:" + Palette.INK, "fill:var(--ink)")
                + "</style></head>\n<body><main>\n<h1>" + Html.escaped(report.title()) + "</h1>\n");
        for (Notice notice : report.notices())
            page.append("<p class=\"notice " + css(notice.grade()) + "\">" + Html.escaped(notice.text()) + "</p>\n");
        report.verdict().ifPresent(verdict -> page.append(verdict(verdict)));
        for (Table table : report.tables()) page.append(table(table));
        for (Figure figure : report.figures())
            page.append("<section class=\"figure\" id=\"" + figure.name() + "\"><h2>" + Html.escaped(figure.title())
                    + "</h2><p>" + Html.escaped(figure.reading()) + "</p>" + figure.inline() + "</section>\n");
        report.metrics().ifPresent(metrics -> page.append(table(metrics(metrics))));
        if (!report.provenance().isEmpty()) page.append(provenance(report.provenance()));
        return page.append("</main></body></html>\n").toString();
    }

    private static String css(Verdict.Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }

    private static String verdict(Verdict verdict) {
        StringBuilder text = new StringBuilder("<section class=\"verdict " + css(verdict.trust())
                + "\"><p class=\"headline\">" + Html.escaped(verdict.headline()) + "</p><ul>");
        for (Finding finding : verdict.findings()) {
            String label = ParameterLabel.of(finding.parameter());
            text.append("<li class=\"" + css(grade(finding)) + "\">"
                    + Html.escaped(finding.calibrationSentence(label))
                            .replaceFirst(
                                    Pattern.quote(Html.escaped(label + " is " + finding.words())),
                                    Matcher.quoteReplacement("<b>" + Html.escaped(label) + "</b> is <b>"
                                            + Html.escaped(finding.words()) + "</b>"))
                    + " " + Html.escaped(finding.information().sentence(label)) + "</li>");
        }
        boolean joint = verdict.jointPValue() > verdict.errorRate();
        return text.append("<li class=\"" + (joint ? "good" : "poor") + "\">" + Html.escaped(verdict.jointSentence())
                        + "</li></ul><p class=\"small\">" + Html.escaped(verdict.power()) + "</p></section>\n")
                .toString();
    }

    private static Verdict.Grade grade(Finding finding) {
        if (finding.calibration() == Calibration.WELL_CALIBRATED) return Verdict.Grade.GOOD;
        return finding.slight() ? Verdict.Grade.FAIR : Verdict.Grade.POOR;
    }

    private static Table metrics(Metrics metrics) {
        TreeSet<String> present = new TreeSet<>();
        metrics.values().values().forEach(labels -> present.addAll(labels.keySet()));
        List<String> labels = new ArrayList<>(metrics.parameters());
        if (present.contains(Metrics.ALL) && !labels.contains(Metrics.ALL)) labels.add(Metrics.ALL);
        List<String> header = new ArrayList<>(List.of("metric"));
        for (String label : labels) header.add(ParameterLabel.of(label));
        List<List<String>> rows = new ArrayList<>();
        metrics.values().forEach((name, values) -> {
            List<String> row = new ArrayList<>(List.of(TrendFigures.word(name)));
            for (String label : labels) row.add(values.containsKey(label) ? number(values.get(label)) : "");
            rows.add(row);
        });
        return new Table(
                "Metrics (" + metrics.dataSets() + " data sets × " + metrics.draws()
                        + " draws; bootstrap mean ± standard error)",
                header,
                rows);
    }

    static String number(Estimate estimate) {
        if (!Double.isFinite(estimate.mean())) return "–";
        String mean = String.format(Locale.ROOT, "%.3g", estimate.mean());
        if (Math.abs(estimate.mean()) < 10) mean = String.format(Locale.ROOT, "%.3f", estimate.mean());
        return estimate.se() == 0 ? mean : mean + String.format(Locale.ROOT, " ± %.2g", estimate.se());
    }

    private static String table(Table table) {
        StringBuilder text = new StringBuilder(
                "<section><h2>" + Html.escaped(table.title()) + "</h2><div class=\"scroll\"><table><thead><tr>");
        for (String cell : table.header()) text.append("<th>" + Html.escaped(cell) + "</th>");
        text.append("</tr></thead><tbody>");
        for (List<String> row : table.rows()) {
            text.append("<tr>");
            for (String cell : row)
                text.append(
                        (cell.length() > LONG_CELL ? "<td class=\"text\">" : "<td>") + Html.escaped(cell) + "</td>");
            text.append("</tr>");
        }
        return text.append("</tbody></table></div></section>\n").toString();
    }

    private static String provenance(Map<String, String> facts) {
        StringBuilder text = new StringBuilder("<section class=\"provenance\"><h2>Provenance</h2><dl>");
        facts.forEach((name, value) ->
                text.append("<dt>" + Html.escaped(name) + "</dt><dd>" + Html.escaped(value) + "</dd>"));
        return text.append("</dl></section>\n").toString();
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
