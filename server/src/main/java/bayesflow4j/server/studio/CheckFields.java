package bayesflow4j.server.studio;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Calibration;
import bayesflow4j.diagnostics.CalibrationCurve;
import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.RankHistogram;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.diagnostics.ZScore;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.report.ParameterLabel;
import bayesflow4j.storage.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** A {@link ModelCheck} as fields for the page: the verdict, the metrics, and the numbers behind the figures. */
final class CheckFields {
    /** The error rate of the bands, as in the report. */
    private static final double ERROR_RATE = 0.05;

    private CheckFields() {}

    static Map<String, Object> of(ModelCheck check, Provenance provenance) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("data_sets", check.recovery().dataSets());
        fields.put("draws", check.recovery().drawsPerDataSet());
        fields.put("verdict", verdict(check.verdict()));
        List<Map<String, Object>> byCount = new ArrayList<>();
        check.verdictByCount().forEach((n, verdict) -> {
            Map<String, Object> at = verdict(verdict);
            at.put("rows", n);
            byCount.add(at);
        });
        fields.put("by_count", byCount);
        fields.put("metrics", Json.parse(check.metrics().json()));
        fields.put("parameters", parameters(check));
        fields.put(
                "losses",
                provenance.training().map(Provenance.Training::history).orElse(List.of()).stream()
                        .map(point -> new double[] {point.step(), point.training(), point.validation()})
                        .toList());
        return fields;
    }

    private static Map<String, Object> verdict(Verdict verdict) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("grade", word(verdict.grade()));
        fields.put("headline", verdict.headline());
        fields.put(
                "findings",
                verdict.findings().stream().map(CheckFields::finding).toList());
        fields.put("joint", verdict.jointSentence());
        fields.put(
                "joint_grade",
                word(verdict.jointPValue() > verdict.errorRate() ? Verdict.Grade.GOOD : Verdict.Grade.POOR));
        fields.put("power", verdict.power());
        return fields;
    }

    private static Map<String, Object> finding(Finding finding) {
        String label = ParameterLabel.of(finding.parameter());
        Verdict.Grade grade = finding.calibration() == Calibration.WELL_CALIBRATED
                ? Verdict.Grade.GOOD
                : finding.slight() ? Verdict.Grade.FAIR : Verdict.Grade.POOR;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("grade", word(grade));
        fields.put(
                "text",
                finding.calibrationSentence(label) + " " + finding.information().sentence(label));
        return fields;
    }

    private static String word(Verdict.Grade grade) {
        return grade.name().toLowerCase(Locale.ROOT);
    }

    private static List<Map<String, Object>> parameters(ModelCheck check) {
        Recovery recovery = check.recovery();
        List<CalibrationCurve> ranks = CalibrationCurve.ranks(recovery, ERROR_RATE, check.seed());
        List<CalibrationCurve> coverage = CalibrationCurve.coverage(recovery, ERROR_RATE);
        return IntStream.range(0, recovery.parameters().size())
                .mapToObj(j -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("name", recovery.parameters().get(j));
                    fields.put("label", ParameterLabel.of(recovery.parameters().get(j)));
                    fields.put("truth", Description.rounded(recovery.truth(j)));
                    fields.put("mean", Description.rounded(recovery.means(j)));
                    fields.put("sd", Description.rounded(recovery.sds(j)));
                    fields.put("z", Description.rounded(ZScore.perDataSet(recovery, j)));
                    fields.put(
                            "contraction",
                            Description.rounded(check.contraction().perDataSet(recovery, j)));
                    RankHistogram histogram = RankHistogram.of(recovery, j, ERROR_RATE, check.seed());
                    fields.put("ranks", histogram.counts());
                    fields.put("rank_band", new int[] {histogram.lower(), histogram.upper()});
                    fields.put("rank_curve", curve(ranks.get(j)));
                    fields.put("coverage", curve(coverage.get(j)));
                    return fields;
                })
                .toList();
    }

    private static Map<String, Object> curve(CalibrationCurve curve) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", Description.rounded(curve.at()));
        fields.put("value", Description.rounded(curve.value()));
        fields.put("lower", Description.rounded(curve.lower()));
        fields.put("upper", Description.rounded(curve.upper()));
        return fields;
    }

    /** The truth of data set k [D]. */
    static double[] truth(Recovery recovery, int k) {
        return IntStream.range(0, recovery.parameters().size())
                .mapToDouble(j -> recovery.truth(j)[k])
                .toArray();
    }
}
