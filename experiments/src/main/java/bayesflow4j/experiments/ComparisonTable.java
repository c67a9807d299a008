package bayesflow4j.experiments;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;

/** Methods side by side as in the paper's Table 1: a column per method, a row per metric and parameter. */
final class ComparisonTable {
    private static final List<String> METRICS = List.of(
            CaseStudy.UPFRONT,
            CaseStudy.ONE,
            CaseStudy.MANY,
            CaseStudy.BREAK_EVEN,
            CaseStudy.SIMULATIONS,
            CaseStudy.EPSILON,
            CaseStudy.SD,
            CaseStudy.SD_RATIO,
            CaseStudy.OFFSET,
            CaseStudy.OUTSIDE,
            "calibrationError",
            "nrmse",
            "r2",
            "resimulationError",
            MethodComparison.TRAINING_TIME);

    /** Goals, but no contest: time, and luck with one data set. */
    private static final Set<String> NOT_RANKED =
            Set.of(CaseStudy.ONE, CaseStudy.EPSILON, CaseStudy.OFFSET, CaseStudy.SD_RATIO, CaseStudy.OUTSIDE);

    private ComparisonTable() {}

    /**
     * The table of these sections, which share their condition.
     *
     * @param emphasis applied to the best number of a row, where smaller or larger numbers are better
     */
    static Table of(List<Section> sections, UnaryOperator<String> emphasis) {
        List<String> header = new ArrayList<>(List.of(""));
        for (Section section : sections) header.add(section.method());
        List<List<String>> rows = new ArrayList<>();
        for (String metric : METRICS)
            sections.stream()
                    .flatMap(s -> s.metrics().values().getOrDefault(metric, Map.of()).keySet().stream())
                    .distinct()
                    .forEach(label -> rows.add(row(sections, metric, label, emphasis)));
        return new Table(sections.getFirst().at(), header, rows);
    }

    private static List<String> row(
            List<Section> sections, String metric, String label, UnaryOperator<String> emphasis) {
        OptionalDouble best = best(sections, metric, label);
        List<String> row = new ArrayList<>(List.of(Tables.name(metric, label)));
        for (Section section : sections)
            row.add(value(section, metric, label)
                    .map(ours -> Tables.cell(
                            section,
                            metric,
                            label,
                            best.isPresent() && best.getAsDouble() == ours.mean()
                                    ? emphasis.apply(Tables.text(ours))
                                    : Tables.text(ours)))
                    .orElse(""));
        return row;
    }

    private static OptionalDouble best(List<Section> sections, String metric, String label) {
        DoubleStream values = sections.stream()
                .flatMap(section -> value(section, metric, label).stream())
                .mapToDouble(Estimate::mean);
        if (NOT_RANKED.contains(metric)) return OptionalDouble.empty();
        if (Reference.isAtMost(metric)) return values.min();
        return Reference.isAtLeast(metric) ? values.max() : OptionalDouble.empty();
    }

    private static Optional<Estimate> value(Section section, String metric, String label) {
        return Optional.ofNullable(section.metrics().values().get(metric)).map(labels -> labels.get(label));
    }
}
