package bayesflow4j.cli;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.hypotheses.ComparisonCheck;
import bayesflow4j.hypotheses.ComparisonVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The check of a comparison as text for a terminal: scores, confusion matrix, then sentences. */
final class ComparisonText {
    private ComparisonText() {}

    static String of(ComparisonCheck check) {
        Map<String, Estimate> metrics = check.metrics();
        StringBuilder text = new StringBuilder(check.recovery().dataSets()
                + " data sets; value ± bootstrap standard error\n\n"
                + TextTable.of(
                        List.of(
                                List.of("calibration error", "Brier score", "log score", "best is true"),
                                List.of(
                                        number(metrics.get("calibrationError")),
                                        number(metrics.get("brier")),
                                        number(metrics.get("logLoss")),
                                        number(metrics.get("accuracy")))),
                        Set.of())
                + "\n" + TextTable.of(confusion(check), Set.of(0)) + "\n");
        ComparisonVerdict verdict = check.verdict();
        text.append(check.headline() + "\n");
        if (check.grade() != verdict.grade()) text.append("  With any number of rows: " + verdict.headline() + "\n");
        for (String sentence : verdict.sentences()) text.append("  " + sentence + "\n");
        check.byCount()
                .forEach((n, at) -> text.append("  With " + n + " rows: " + at.headline() + " " + at.success() + "\n"));
        return text.append(check.power() + "\n").toString();
    }

    private static List<List<String>> confusion(ComparisonCheck check) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("true model / most probable"));
        header.addAll(check.recovery().models());
        rows.add(header);
        Estimate[][] counts = check.confusion();
        for (int j = 0; j < counts.length; j++) {
            List<String> row = new ArrayList<>(List.of(check.recovery().models().get(j)));
            for (Estimate count : counts[j])
                row.add(String.format(Locale.ROOT, "%.0f ± %.0f", count.mean(), count.se()));
            rows.add(row);
        }
        return rows;
    }

    private static String number(Estimate estimate) {
        return String.format(Locale.ROOT, "%.3f ± %.3f", estimate.mean(), estimate.se());
    }
}
