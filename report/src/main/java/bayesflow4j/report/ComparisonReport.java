package bayesflow4j.report;

import bayesflow4j.data.FileNames;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.hypotheses.ComparisonCheck;
import bayesflow4j.hypotheses.ComparisonVerdict;
import bayesflow4j.hypotheses.ModelInference;
import bayesflow4j.hypotheses.PredictiveFit;
import bayesflow4j.hypotheses.ProbabilityText;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reports on a comparison of models: what it says about observed data, and whether its probabilities can be trusted. */
public final class ComparisonReport {
    private static final int TABLE_SETS = 50;
    private static final Map<String, String> WORDS = Map.of(
            "calibrationError", "expected calibration error",
            "brier", "Brier score",
            "logLoss", "log score (−log probability of the true model)",
            "accuracy", "most probable model is true");

    private ComparisonReport() {}

    /** The report on observed data sets. */
    public static Report of(ModelInference inference) {
        List<List<String>> rows = inference.rows(TABLE_SETS);
        String some = inference.probabilities().size() > TABLE_SETS ? ", first " + TABLE_SETS + " data sets" : "";
        Report report = Report.titled("Comparison of " + names(inference.models()))
                .with(new Notice(
                        inference.standing().grade(),
                        String.join(" ", inference.standing().sentences())))
                .with(new Notice(inference.warns() ? Verdict.Grade.POOR : inference.best(), inference.sentence()))
                .with(new Table(
                        "Probabilities of the models ± standard errors" + some,
                        rows.getFirst(),
                        rows.subList(1, rows.size())))
                .with(ComparisonFigures.probabilities(
                        inference.probabilities(), inference.data().names()))
                .with(ComparisonFigures.bayesFactors(
                        inference.probabilities(), inference.data().names()));
        return provenance(
                report.withProvenance("comparison", inference.comparison())
                        .withProvenance("prior", prior(inference.prior())),
                inference.provenance());
    }

    /**
     * The same with what the models predict for some of the data sets.
     *
     * @param models of the data
     * @param fits for each of the first data sets, one for each model and their average
     */
    public static Report of(ModelInference inference, List<GenerativeModel> models, List<List<PredictiveFit>> fits) {
        Report report = of(inference);
        List<List<String>> rows = new ArrayList<>();
        for (int k = 0; k < fits.size(); k++) {
            List<String> row = new ArrayList<>(List.of(inference.data().names().get(k)));
            double[] p = inference.probabilities().get(k).probabilities();
            for (int j = 0; j < fits.get(k).size(); j++)
                row.add((j < p.length ? "probability " + ProbabilityText.of(p, j) + ", " : "")
                        + format("predictive p = %.3f", fits.get(k).get(j).pValue()));
            rows.add(row);
        }
        List<String> header = new ArrayList<>(List.of("data set"));
        fits.getFirst().forEach(fit -> header.add(fit.model()));
        String some = inference.probabilities().size() > fits.size()
                ? ", first " + fits.size() + " of " + inference.probabilities().size() + " data sets"
                : "";
        report = report.with(new Table("Posterior predictive fit" + some, header, rows));
        ObservedData data = inference.data();
        List<String> files = FileNames.of(data.names());
        for (int k = 0; k < fits.size(); k++) {
            Figure figure = PredictiveFigures.of(
                    models.getFirst(), data.sets().get(k), data.axes().get(k), fits.get(k));
            String name = fits.size() == 1 ? figure.name() : "predictive-" + files.get(k);
            report = report.with(
                    figure.named(name, figure.title()).about(data.names().get(k)));
        }
        return report;
    }

    /** The report on a check. */
    public static Report of(String title, ComparisonCheck check, Provenance from) {
        ComparisonVerdict verdict = check.verdict();
        Report report = Report.titled(title).with(new Notice(check.grade(), check.headline()));
        if (check.grade() != verdict.grade())
            report = report.with(new Notice(verdict.grade(), "With any number of rows: " + verdict.headline()));
        for (String sentence : verdict.sentences()) report = report.with(new Notice(verdict.grade(), sentence));
        report = report.with(metrics(check)).with(confusion(check));
        if (!check.byCount().isEmpty()) report = report.with(byCount(check));
        report = report.with(ComparisonFigures.reliability(check.recovery()));
        if (from.training().isPresent())
            report = report.with(TrainingFigures.losses(from.training().get()));
        return provenance(
                report.withProvenance(
                                "test data sets",
                                Integer.toString(check.recovery().dataSets()))
                        .withProvenance("tests", check.power())
                        .withProvenance(
                                "seed of the check", Long.toString(check.seed().value())),
                from);
    }

    private static Table metrics(ComparisonCheck check) {
        List<List<String>> rows = new ArrayList<>();
        check.metrics().forEach((name, e) -> rows.add(List.of(WORDS.get(name), Page.number(e))));
        rows.add(List.of(
                "expected calibration error of exact probabilities",
                format("%.3f", check.verdict().expectedError())));
        rows.add(List.of(
                "log-odds are too large by the factor",
                format("%.3f", check.verdict().sharpness())));
        return new Table("Scores ± bootstrap standard errors", List.of("score", "value"), rows);
    }

    private static Table confusion(ComparisonCheck check) {
        List<String> models = check.recovery().models();
        List<String> header = new ArrayList<>(List.of("true model"));
        for (String model : models) header.add(model + " most probable");
        List<List<String>> rows = new ArrayList<>();
        Estimate[][] counts = check.confusion();
        for (int j = 0; j < counts.length; j++) {
            List<String> row = new ArrayList<>(List.of(models.get(j)));
            for (Estimate count : counts[j]) row.add(format("%.0f ± %.0f", count.mean(), count.se()));
            rows.add(row);
        }
        return new Table("Confusion matrix: data sets ± bootstrap standard errors", header, rows);
    }

    private static Table byCount(ComparisonCheck check) {
        List<List<String>> rows = new ArrayList<>();
        check.byCount()
                .forEach((n, v) -> rows.add(List.of(
                        Integer.toString(n),
                        v.headline(),
                        format("%.3f", v.calibrationError()),
                        format("%.1f %%", 100 * v.accuracy()))));
        return new Table(
                "Verdict by the number of rows",
                List.of("rows", "verdict", "calibration error", "most probable model is true"),
                rows);
    }

    private static Report provenance(Report report, Provenance from) {
        return report.withProvenance("models", from.model())
                .withProvenance("trained", from.made().toString())
                .withProvenance("simulations", Long.toString(from.simulations()))
                .withProvenance("seed", Long.toString(from.seed()))
                .withProvenance("made by", "bayesflow4j " + Provenance.libraryVersion());
    }

    private static String names(List<String> models) {
        return String.join(", ", models.subList(0, models.size() - 1)) + " and " + models.getLast();
    }

    private static String prior(List<Double> prior) {
        return prior.stream().map(p -> format("%.3f", p)).collect(Collectors.joining(", "));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
