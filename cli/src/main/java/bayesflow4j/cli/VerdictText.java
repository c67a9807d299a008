package bayesflow4j.cli;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Disagreement;
import bayesflow4j.report.ParameterLabel;
import bayesflow4j.storage.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Metrics and verdict as text for a terminal: a table with one line per parameter, then sentences. */
final class VerdictText {
    private static final Map<String, String> COLUMNS = new LinkedHashMap<>();

    static {
        COLUMNS.put("nrmse", "NRMSE");
        COLUMNS.put("r2", "R²");
        COLUMNS.put("calibrationError", "cal. error");
        COLUMNS.put("contraction", "contraction");
        COLUMNS.put("zScore", "z-score");
        COLUMNS.put("coverage90", "in 90 %");
        COLUMNS.put("sbcPValue", "SBC p");
    }

    private VerdictText() {}

    static String of(Metrics metrics, Verdict verdict) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("parameter"));
        header.addAll(COLUMNS.values());
        header.add("verdict");
        rows.add(header);
        for (Finding finding : verdict.findings()) {
            List<String> row = new ArrayList<>(List.of(finding.parameter()));
            for (String metric : COLUMNS.keySet()) row.add(number(metrics.value(metric, finding.parameter())));
            row.add(finding.words());
            rows.add(row);
        }
        StringBuilder text = new StringBuilder(
                metrics.dataSets() + " data sets × " + metrics.draws() + " draws; bootstrap mean ± standard error\n\n"
                        + TextTable.of(rows, Set.of(0, header.size() - 1)) + "\n" + verdict.headline() + "\n");
        for (Finding finding : verdict.findings()) {
            String label = ParameterLabel.of(finding.parameter());
            text.append("  " + finding.calibrationSentence(label) + "\n    "
                    + finding.information().sentence(label) + "\n");
        }
        return text.append("  " + verdict.jointSentence() + "\n" + verdict.power() + "\n")
                .toString();
    }

    /** The same, and how much the members of an ensemble disagree. */
    static String of(Metrics metrics, Verdict verdict, Optional<Disagreement> disagreement) {
        return of(metrics, verdict) + disagreement.map(d -> d.sentence() + "\n").orElse("");
    }

    static String json(Verdict verdict) {
        return json(verdict, Optional.empty());
    }

    static String json(Verdict verdict, Optional<Disagreement> disagreement) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("grade", verdict.grade().name().toLowerCase(Locale.ROOT));
        json.put("headline", verdict.headline());
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (Finding finding : verdict.findings()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("calibration", finding.words());
            entry.put("p_value", finding.pValue());
            entry.put("contraction", finding.information().contraction());
            parameters.put(finding.parameter(), entry);
        }
        json.put("parameters", parameters);
        json.put("joint_p_value", verdict.jointPValue());
        json.put("error_rate", verdict.errorRate());
        verdict.sharpness().ifPresent(sharp -> {
            Map<String, Object> gains = new LinkedHashMap<>();
            for (Sharpness.Gain gain : sharp.gains()) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("nats", gain.nats());
                entry.put("se", gain.se());
                entry.put("p_value", gain.pValue());
                gains.put(gain.parameter(), entry);
            }
            json.put("possible_gains", gains);
        });
        disagreement.ifPresent(d -> json.put("disagreement", d.shares()));
        return Json.indented(json);
    }

    private static String number(Estimate estimate) {
        String mean = String.format(Locale.ROOT, "%.3f", estimate.mean());
        return estimate.se() == 0 ? mean : mean + String.format(Locale.ROOT, " ± %.3f", estimate.se());
    }
}
