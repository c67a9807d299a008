package bayesflow4j.report;

import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Figures of metrics as functions of the number of observations. */
public final class TrendFigures {
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("nrmse", "NRMSE"),
            Map.entry("r2", "R²"),
            Map.entry("calibrationError", "calibration error"),
            Map.entry("contraction", "contraction"),
            Map.entry("posteriorSd", "posterior sd"),
            Map.entry("zScore", "z-score"),
            Map.entry("resimulationError", "re-simulation error"),
            Map.entry("kl", "KL divergence"),
            Map.entry("sbcPValue", "p-value of the ranks"));

    /** Metrics that are close to one for good posteriors; an axis from zero would hide their differences. */
    private static final Set<String> TOWARDS_ONE = Set.of("r2", "contraction");

    private TrendFigures() {}

    /**
     * Metrics against the number of observations, one panel per metric, one line per parameter, with bootstrap bands.
     *
     * @param name of the figure's files
     * @param axis such as "N" or "T"
     * @param byCount metrics of the same parameters by number of observations
     * @param metrics names of the metrics to show
     */
    public static Figure metrics(
            String name, String title, String axis, SortedMap<Integer, Metrics> byCount, List<String> metrics) {
        return metrics(name, title, axis, byCount, metrics, Collections.emptySortedMap());
    }

    /**
     * The same with dashed lines for published numbers.
     *
     * @param others number of observations → metric → parameter → number; unknown numbers are omitted
     */
    public static Figure metrics(
            String name,
            String title,
            String axis,
            SortedMap<Integer, Metrics> byCount,
            List<String> metrics,
            SortedMap<Integer, Map<String, Map<String, Double>>> others) {
        List<Plot> panels = new ArrayList<>();
        double[] counts = byCount.keySet().stream().mapToDouble(n -> n).toArray();
        for (String metric : metrics) {
            Plot plot = Plot.titled(word(metric)).axes(axis, "");
            List<String> labels = List.copyOf(
                    byCount.get(byCount.firstKey()).values().get(metric).keySet());
            for (int j = 0; j < Math.min(Panels.MOST, labels.size()); j++) {
                line(plot, counts, byCount, metric, labels.get(j), j);
                dashes(plot, others, metric, labels.get(j), j);
            }
            if (TOWARDS_ONE.contains(metric)) plot.yLimits(least(byCount, metric, labels), 1);
            panels.add(plot);
        }
        return Figure.flowing(
                name,
                title,
                "Each line is one parameter or method; its band is the bootstrap mean ± one standard error over the data sets."
                        + (others.isEmpty() ? "" : " Dashed lines are the paper's numbers."),
                panels,
                400,
                320);
    }

    private static void line(
            Plot plot, double[] counts, SortedMap<Integer, Metrics> byCount, String metric, String label, int j) {
        List<Estimate> estimates =
                byCount.values().stream().map(m -> m.value(metric, label)).toList();
        double[] mean = estimates.stream().mapToDouble(Estimate::mean).toArray();
        double[] low = estimates.stream().mapToDouble(e -> e.mean() - e.se()).toArray();
        double[] high = estimates.stream().mapToDouble(e -> e.mean() + e.se()).toArray();
        Mark mark = Mark.of(Palette.series(j));
        String legend = label.equals(Metrics.ALL) ? "" : ParameterLabel.of(label);
        plot.band(counts, low, high, mark.withOpacity(0.2))
                .line(counts, mean, mark.withSize(1.3).withLegend(legend))
                .points(counts, mean, mark.withSize(2.4).withLegend(legend));
    }

    private static double least(SortedMap<Integer, Metrics> byCount, String metric, List<String> labels) {
        double least = byCount.values().stream()
                .flatMap(m -> labels.stream().map(label -> m.value(metric, label)))
                .mapToDouble(e -> e.mean() - e.se())
                .min()
                .orElseThrow();
        return Math.min(least, 1) - 0.1 * Math.max(0.01, 1 - least);
    }

    private static void dashes(
            Plot plot,
            SortedMap<Integer, Map<String, Map<String, Double>>> others,
            String metric,
            String label,
            int j) {
        SortedMap<Integer, Double> known = new TreeMap<>();
        others.forEach((count, values) -> {
            Double value = values.getOrDefault(metric, Map.of()).get(label);
            if (value != null) known.put(count, value);
        });
        if (known.isEmpty()) return;
        plot.line(
                known.keySet().stream().mapToDouble(n -> n).toArray(),
                known.values().stream().mapToDouble(v -> v).toArray(),
                Mark.of(Palette.series(j)).withDashes());
    }

    /** A metric's name in words. */
    static String word(String metric) {
        if (metric.startsWith("coverage")) return "coverage of " + metric.substring(8) + " % intervals";
        return WORDS.getOrDefault(metric, metric);
    }
}
