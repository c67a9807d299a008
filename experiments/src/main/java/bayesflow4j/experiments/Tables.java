package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.report.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Our numbers and the paper's: one table per metric, a row per condition and method, a column per parameter. */
final class Tables {
    /** Titles of the metrics that the tables show; the results file has all metrics. */
    private static final Map<String, String> TITLES = Map.ofEntries(
            Map.entry("nrmse", "NRMSE"),
            Map.entry("r2", "R²"),
            Map.entry("calibrationError", "Calibration error"),
            Map.entry("resimulationError", "Re-simulation error"),
            Map.entry("kl", "KL divergence from the exact posterior, nats"),
            Map.entry("klOfCovariance", "KL divergence by the covariance of draws, nats"),
            Map.entry("c2st", "C2ST against the exact posterior"),
            Map.entry("modeWeightError", "Error of the mode weights"),
            Map.entry("contraction", "Contraction"),
            Map.entry("sbcPValue", "Rank test, p-value (below .01 once in 100 if exact)"),
            Map.entry("zScore", "Bias of the posterior mean, in posterior sd (0 if exact)"),
            Map.entry("zScoreSpread", "Spread of z-scores (1 if exact, above if too narrow)"),
            Map.entry("seconds", "Inference time, seconds"),
            Map.entry("trainingMinutes", "Training, minutes of processor time"),
            Map.entry(CaseStudy.UPFRONT, "Upfront training, minutes"),
            Map.entry(CaseStudy.ONE, "Inference of 1 data set, minutes"),
            Map.entry(CaseStudy.MANY, "Inference of 500 data sets, minutes (extrapolated but for BayesFlow)"),
            Map.entry(CaseStudy.BREAK_EVEN, "Break-even of BayesFlow after data sets"),
            Map.entry(CaseStudy.SIMULATIONS, "Simulations for 1 data set"),
            Map.entry(CaseStudy.EPSILON, "Final ε"),
            Map.entry(CaseStudy.OFFSET, "Distance of the posterior mean from the truth, posterior sd,"),
            Map.entry(CaseStudy.SD, "Posterior sd"),
            Map.entry(CaseStudy.SD_RATIO, "Posterior sd relative to SMC-MMD's,"),
            Map.entry(CaseStudy.OUTSIDE, "Share of draws outside the prior"));

    private static final List<String> ORDER = List.of(
            "kl",
            "klOfCovariance",
            "c2st",
            "modeWeightError",
            "nrmse",
            "r2",
            "calibrationError",
            "resimulationError",
            "contraction",
            "sbcPValue",
            "zScore",
            "zScoreSpread",
            "seconds");

    private Tables() {}

    static List<Table> of(List<Section> sections) {
        return ORDER.stream()
                .filter(metric ->
                        sections.stream().anyMatch(s -> s.metrics().values().containsKey(metric)))
                .map(metric -> table(metric, sections))
                .toList();
    }

    private static Table table(String metric, List<Section> all) {
        List<Section> sections = all.stream()
                .filter(s -> s.metrics().values().containsKey(metric))
                .toList();
        List<String> labels = sections.stream()
                .map(s -> s.metrics().values().get(metric).keySet())
                .flatMap(Collection::stream)
                .distinct()
                .toList();
        List<String> header = new ArrayList<>(List.of("", "method"));
        header.addAll(labels);
        List<List<String>> rows = new ArrayList<>();
        for (Section section : sections) {
            List<String> row = new ArrayList<>(List.of(section.at(), section.method()));
            for (String label : labels)
                row.add(Optional.ofNullable(
                                section.metrics().values().get(metric).get(label))
                        .map(ours -> cell(section, metric, label, text(ours)))
                        .orElse(""));
            rows.add(row);
        }
        return new Table(TITLES.get(metric), header, rows);
    }

    /** Our number as given, the paper's, and whether the goal is reached. */
    static String cell(Section section, String metric, String label, String ours) {
        StringBuilder text = new StringBuilder(ours);
        section.reference()
                .paper(metric, label)
                .ifPresent(
                        paper -> text.append(" (paper ").append(number(paper)).append(')'));
        section.goal(metric, label).ifPresent(goal -> text.append(goal.isMet() ? " ✓" : " ✗"));
        return text.toString();
    }

    /** A goal and our number. */
    static String sentence(Goal goal) {
        return name(goal.metric(), goal.label()) + " by " + goal.method() + " at " + goal.at() + ": "
                + text(goal.ours()) + ", expected at " + (Reference.isAtMost(goal.metric()) ? "most " : "least ")
                + number(goal.bound());
    }

    /** The metric in words, with its parameter. */
    static String name(String metric, String label) {
        return TITLES.get(metric) + (label.equals(Metrics.ALL) ? "" : " of " + label);
    }

    /** The number with its standard error. */
    static String text(Estimate estimate) {
        return number(estimate.mean())
                + (estimate.se() == 0 ? "" : String.format(Locale.ROOT, " ± %.1g", estimate.se()));
    }

    /** Three significant digits, but at most four decimals; one digit of what these would make zero. */
    private static String number(double value) {
        if (value != 0 && Math.abs(value) < 5e-5) return String.format(Locale.ROOT, "%.0e", value);
        int digits = value == 0 ? 2 : Math.clamp(2 - (int) Math.floor(Math.log10(Math.abs(value))), 0, 4);
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
