package bayesflow4j.cli;

import bayesflow4j.check.Likeness;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.models.Influenza;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CheckReport;
import bayesflow4j.report.Figure;
import bayesflow4j.report.InferenceReport;
import bayesflow4j.report.Notice;
import bayesflow4j.report.Report;
import bayesflow4j.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The posterior of the outbreak of 1978, in the quantities that epidemiologists publish.
 *
 * @param draws draws of the model's parameters
 * @param rates draws of β, γ and R₀ = β/γ
 */
record Outbreak(Draws draws, Draws rates) {
    /** Figures of the check that show a simulated data set; the report shows the real one instead. */
    private static final Set<String> OF_THE_TEST_DATA = Set.of("marginals", "pairs", "predictive");

    private static final List<String> HEADER = List.of("", "median", "5 %", "95 %", "published");

    static Outbreak of(Draws draws) {
        int beta = draws.parameters().indexOf("beta");
        int gamma = draws.parameters().indexOf("gamma");
        double[][] rows = new double[draws.count()][];
        for (int l = 0; l < rows.length; l++)
            rows[l] = new double[] {
                draws.value(l, beta), draws.value(l, gamma), draws.value(l, beta) / draws.value(l, gamma)
            };
        return new Outbreak(draws, Draws.of(List.of("beta", "gamma", "R0"), rows));
    }

    /** Our estimates next to the published ones. */
    String table() {
        List<List<String>> rows = rows();
        rows.addFirst(HEADER);
        return TextTable.of(rows, Set.of(0));
    }

    private List<List<String>> rows() {
        double[] beta = rates.quantiles(0, 0.5, 0.05, 0.95);
        double[] gamma = rates.quantiles(1, 0.5, 0.95, 0.05);
        double[] r0 = rates.quantiles(2, 0.5, 0.05, 0.95);
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("β, infections per day", beta, "1.7"));
        rows.add(row("1/γ, days infectious", new double[] {1 / gamma[0], 1 / gamma[1], 1 / gamma[2]}, "2.1"));
        rows.add(row("R₀ = β/γ", r0, "3.7"));
        return rows;
    }

    private static List<String> row(String name, double[] numbers, String published) {
        List<String> row = new ArrayList<>(List.of(name));
        for (double number : numbers) row.add(String.format(Locale.ROOT, "%.2f", number));
        row.add(published);
        return row;
    }

    /** Green is for a network that passed its check. */
    private static Verdict.Grade best(Verdict.Grade checked) {
        return checked == Verdict.Grade.GOOD ? Verdict.Grade.GOOD : Verdict.Grade.FAIR;
    }

    Report report(GenerativeModel model, Likeness likeness, ModelCheck check, Estimator estimator, Seed seed) {
        Report checked = CheckReport.of("check", check, estimator);
        Report report = Report.titled("Influenza in an English boarding school, 1978")
                .with(new Notice(
                        likeness.warns()
                                ? Verdict.Grade.POOR
                                : best(check.verdict().grade()),
                        likeness.sentence(List.of("the data"))))
                .with(checked.verdict().orElseThrow())
                .with(checked.metrics().orElseThrow())
                .with(new Table("The outbreak: posterior and published estimates", HEADER, rows()));
        for (Figure figure :
                InferenceReport.figures(Influenza.OBSERVED, draws, Optional.of(model), seed.child("report")))
            if (!figure.name().equals("pairs")) report = report.with(figure);
        for (Figure figure : InferenceReport.figures(Influenza.OBSERVED, rates, Optional.empty(), seed.child("report")))
            report = report.with(figure.named("rates-" + figure.name(), figure.title() + ", with R₀ = β/γ"));
        for (Figure figure : checked.figures())
            if (!OF_THE_TEST_DATA.contains(figure.name())) report = report.with(figure);
        report = report.withProvenance("data", "boys in bed on 14 days, " + model.reference());
        for (var fact : checked.provenance().entrySet()) report = report.withProvenance(fact.getKey(), fact.getValue());
        return report;
    }
}
