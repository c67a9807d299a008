package bayesflow4j.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Figures of data sets: examples from the prior, and posterior predictions with the observed data. */
public final class DataFigures {
    /** More points than this would overlap; they are drawn as a line. */
    private static final int MOST_POINTS = 60;

    private static final String EXAMPLES_TITLE = "Example data sets from the prior";
    private static final String EXAMPLES_READING =
            "Data that the model produces under its prior. If none of them look like yours, change the model or the prior.";

    private DataFigures() {}

    /**
     * An observed series, one value per step.
     *
     * @param label name of the series
     * @param at position of each value on the horizontal axis [N]
     * @param values the observed values [N]
     */
    public record Series(String label, double[] at, double[] values) {}

    /**
     * The posterior prediction for one series.
     *
     * @param observed the data
     * @param simulated one simulated series [N] per draw from the posterior
     */
    public record Predicted(Series observed, double[][] simulated) {}

    /** Observed series over central 50 % and 90 % intervals of data simulated from the posterior; one panel per series. */
    public static Figure predictive(List<Predicted> predictions, String axis) {
        List<Plot> panels = new ArrayList<>();
        for (Predicted prediction : predictions) {
            Series observed = prediction.observed();
            double[][] q = quantiles(prediction.simulated(), 0.05, 0.25, 0.5, 0.75, 0.95);
            Mark band = Mark.of(Palette.BLUE);
            Plot plot = Plot.titled(observed.label())
                    .axes(axis, "")
                    .band(observed.at(), q[0], q[4], band.withOpacity(0.2))
                    .band(observed.at(), q[1], q[3], band.withOpacity(0.35))
                    .line(observed.at(), q[2], band.withSize(1.2).withLegend("predicted"));
            Mark mark = Mark.of(Palette.VERMILION).withLegend("observed");
            if (axis.equalsIgnoreCase("year")) plot.xFormat("d");
            // A line would bridge gaps.
            boolean complete = Arrays.stream(observed.values()).noneMatch(Double::isNaN);
            panels.add(
                    complete && observed.at().length > MOST_POINTS
                            ? plot.line(observed.at(), observed.values(), mark)
                            : plot.points(observed.at(), observed.values(), mark.withSize(2.2)));
        }
        return Figure.flowing(
                "predictive",
                "Data simulated from the posterior, with the observed data",
                "The light and dark blue bands contain 90 % and 50 % of the simulated data at each point. If the model fits,"
                        + " about one observed point in ten lies outside the light band.",
                panels,
                panels.size() == 1 ? 640 : 400,
                300);
    }

    /** Quantiles [P][N] at each point, over the simulated series. */
    private static double[][] quantiles(double[][] simulated, double... probabilities) {
        if (simulated.length == 0)
            throw new IllegalArgumentException("simulated: expected at least one series, got none");
        double[][] result = new double[probabilities.length][simulated[0].length];
        for (int n = 0; n < simulated[0].length; n++) {
            int point = n;
            double[] sorted = Arrays.stream(simulated)
                    .mapToDouble(s -> s[point])
                    .filter(value -> !Double.isNaN(value))
                    .sorted()
                    .toArray();
            if (sorted.length == 0) sorted = new double[] {Double.NaN};
            for (int p = 0; p < probabilities.length; p++) {
                double position = probabilities[p] * (sorted.length - 1);
                int below = (int) position;
                int above = Math.min(below + 1, sorted.length - 1);
                result[p][n] = sorted[below] + (position - below) * (sorted[above] - sorted[below]);
            }
        }
        return result;
    }

    /** Example data sets as lines; one panel per data set, one line per series of it. */
    public static Figure examples(List<List<Series>> dataSets, List<String> titles, String axis) {
        List<Plot> panels = new ArrayList<>();
        for (int k = 0; k < dataSets.size(); k++) {
            Plot plot = Plot.titled(titles.get(k)).axes(axis, "");
            List<Series> series = dataSets.get(k);
            for (int c = 0; c < series.size(); c++)
                plot.line(
                        series.get(c).at(),
                        series.get(c).values(),
                        Mark.of(Palette.series(c))
                                .withSize(0.9)
                                .withLegend(series.size() > 1 ? series.get(c).label() : ""));
            panels.add(plot);
        }
        return Figure.flowing("examples", EXAMPLES_TITLE, EXAMPLES_READING, panels, Panels.WIDTH, 240);
    }

    /** Example data sets with unordered rows, as densities; one panel per data set, one curve per column. */
    public static Figure distributions(List<List<Series>> dataSets, List<String> titles) {
        List<Plot> panels = new ArrayList<>();
        for (int k = 0; k < dataSets.size(); k++) {
            Plot plot = Plot.titled(titles.get(k)).axes("", "").without("axis_text_y");
            List<Series> columns = dataSets.get(k);
            for (int c = 0; c < columns.size(); c++)
                plot.density(
                        columns.get(c).values(),
                        Axis.LINEAR,
                        Mark.of(Palette.series(c))
                                .withOpacity(0.3)
                                .withLegend(columns.size() > 1 ? columns.get(c).label() : ""));
            panels.add(plot);
        }
        return Figure.flowing("examples", EXAMPLES_TITLE, EXAMPLES_READING, panels, Panels.WIDTH, 240);
    }

    /** A cloud of points of one color in a scatter panel. */
    public record Cloud(String label, double[] x, double[] y) {}

    /** A titled panel of clouds. */
    public record Scatter(String title, List<Cloud> clouds) {}

    /** Scatter panels on common axes, such as the approximate posteriors of Figure 3 and the exact one. */
    public static Figure scatter(String name, String title, String reading, List<Scatter> panels) {
        double[] distances = panels.stream()
                .flatMap(panel -> panel.clouds().stream())
                .flatMapToDouble(c -> DoubleStream.concat(Arrays.stream(c.x()), Arrays.stream(c.y())))
                .map(Math::abs)
                .sorted()
                .toArray();
        // Outliers of a poor posterior may fall outside the axes, so that the bulk stays visible.
        double reach = distances.length == 0 ? 1 : 1.1 * distances[(int) (0.995 * (distances.length - 1))];
        List<Plot> plots = new ArrayList<>();
        for (Scatter panel : panels) {
            Plot plot = Plot.titled(panel.title())
                    .axes("θ₁", "θ₂")
                    .xLimits(-reach, reach)
                    .yLimits(-reach, reach);
            for (int c = 0; c < panel.clouds().size(); c++) {
                Cloud cloud = panel.clouds().get(c);
                plot.points(
                        cloud.x(),
                        cloud.y(),
                        Mark.of(Palette.group(cloud.label(), c))
                                .withSize(1.3)
                                .withOpacity(0.5)
                                .withLegend(cloud.label()));
            }
            plots.add(plot);
        }
        return Figure.flowing(name, title, reading, plots, 260, 280);
    }
}
