package bayesflow4j.report;

import bayesflow4j.posterior.Draws;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Figures of the posteriors of single data sets. Sources of draws have names, such as "BayesFlow" and "exact", and keep
 * their order.
 */
public final class PosteriorFigures {
    /** Smooth curves need no more draws than this, and contours of more are slow. */
    private static final int MOST_DRAWS = 2000;

    private static final int MOST_IN_MATRIX = 8;

    /** Room for labels in the outer cells of a matrix, in pixels. */
    private static final int AXIS_WIDTH = 52;

    private static final int AXIS_HEIGHT = 40;

    private static final int TITLE_WIDTH = 26;

    /** The width of a page, in pixels. */
    private static final int FULL_WIDTH = 900;

    /** More filled curves than this hide each other. */
    private static final int MOST_FILLED = 2;

    /** Shares of draws that axes may leave out at either end. */
    private static final double NEARLY_ALL = 0.001;

    private static final double MOST = 0.01;

    /** Two numbers whose multiples together fill a square evenly. */
    private static final double PLASTIC = 0.7548776662466927;

    private static final double PLASTIC_SQUARED = 0.5698402909980532;

    private PosteriorFigures() {}

    /**
     * Densities of each parameter under posteriors and prior, with the truth.
     *
     * @param posteriors draws by the name of their source; may include the prior
     * @param prior draws from the prior, or none
     * @param truth true values [D], or none
     */
    public static Figure marginals(Map<String, Draws> posteriors, Optional<Draws> prior, Optional<double[]> truth) {
        return marginals(posteriors, prior, truth, Axis.linear(width(posteriors)));
    }

    /** The same on these axes, one per parameter. */
    public static Figure marginals(
            Map<String, Draws> posteriors, Optional<Draws> prior, Optional<double[]> truth, List<Axis> axes) {
        Map<String, Draws> sources = ordered(posteriors);
        List<String> parameters = sources.values().iterator().next().parameters();
        return Panels.perParameter(
                parameters,
                "marginals",
                "Posterior of each parameter",
                "How plausible each value is given the data"
                        + (prior.isPresent() ? "; gray is the prior" : "")
                        + (truth.isPresent() ? "; the vertical line is the truth." : "."),
                240,
                (j, label) -> {
                    Plot plot = Plot.titled(label).axes("", "").without("axis_text_y", "axis_ticks_y");
                    Axis axis = axes.get(j);
                    prior.ifPresent(p -> plot.density(
                            thinned(p, j),
                            axis,
                            Mark.of(Palette.CHANCE).withOpacity(0.3).withLegend("prior")));
                    int source = 0;
                    for (Map.Entry<String, Draws> entry : sources.entrySet())
                        plot.density(
                                thinned(entry.getValue(), j),
                                axis,
                                Mark.of(Palette.series(source++))
                                        .withOpacity(sources.size() > MOST_FILLED ? 0 : 0.35)
                                        .withLegend(entry.getKey()));
                    truth.ifPresent(t -> plot.truthAcross(axis.at(t[j])));
                    Map<String, Draws> all = new LinkedHashMap<>(sources);
                    prior.ifPresent(p -> all.put("prior", p));
                    // Without a prior to compare with, a few stray draws of one source would squeeze all curves.
                    double[] ends = limits(all, truth, axis, j, prior.isPresent() ? NEARLY_ALL : MOST);
                    if (prior.isEmpty()) plot.xLimits(ends[0], ends[1]);
                    return plot.xTicks(axis.ticks(ends[0], ends[1]));
                });
    }

    /**
     * The posterior of each parameter, a column, for each of several data sets, a row, with the truths.
     *
     * @param posteriors draws for each data set
     * @param prior draws from the prior
     * @param truths [K][D]
     * @param axes one per parameter
     */
    public static Figure several(List<Draws> posteriors, Draws prior, List<double[]> truths, List<Axis> axes) {
        List<String> parameters = prior.parameters();
        int width = Math.min(MOST_IN_MATRIX, parameters.size());
        List<Figure.Panel> panels = new ArrayList<>();
        for (int k = 0; k < posteriors.size(); k++)
            for (int j = 0; j < width; j++) {
                boolean last = k == posteriors.size() - 1;
                Axis axis = axes.get(j);
                double[] x = limits(Map.of("prior", prior), Optional.empty(), axis, j);
                Plot plot = Plot.titled(k == 0 ? ParameterLabel.of(parameters.get(j)) : "")
                        .axes("", j == 0 ? Integer.toString(k + 1) : "")
                        .xLimits(x[0], x[1])
                        .without("axis_text_y", "axis_ticks_y");
                if (!last) plot.without("axis_text_x");
                plot.density(thinned(prior, j), axis, Mark.of(Palette.CHANCE).withOpacity(0.3))
                        .density(
                                thinned(posteriors.get(k), j),
                                axis,
                                Mark.of(Palette.series(0)).withOpacity(0.35))
                        .truthAcross(axis.at(truths.get(k)[j]));
                panels.add(new Figure.Panel(
                        plot, 190 + (j == 0 ? TITLE_WIDTH : 0), 70 + (k == 0 || last ? TITLE_WIDTH : 0)));
            }
        return Figure.matrix(
                "several",
                "Posteriors of several data sets",
                "A row for each data set, a column for each parameter; gray is the prior, the vertical line the truth.",
                panels,
                width);
    }

    /** Every pair of parameters: contours below the diagonal, densities on it, draws above; sources are overlaid. */
    public static Figure pairs(Map<String, Draws> posteriors, Optional<double[]> truth) {
        return pairs(posteriors, truth, Axis.linear(width(posteriors)));
    }

    /** The same on these axes, one per parameter. */
    public static Figure pairs(Map<String, Draws> posteriors, Optional<double[]> truth, List<Axis> axes) {
        Map<String, Draws> sources = ordered(posteriors);
        List<String> parameters = sources.values().iterator().next().parameters();
        int width = Math.min(MOST_IN_MATRIX, parameters.size());
        int size = Math.clamp((FULL_WIDTH - AXIS_WIDTH) / width, 115, 300);
        List<Figure.Panel> panels = new ArrayList<>();
        for (int i = 0; i < width; i++)
            for (int j = 0; j < width; j++)
                panels.add(new Figure.Panel(
                        cell(sources, truth, axes, i, j),
                        size + (j > 0 ? 0 : i > 0 ? AXIS_WIDTH : TITLE_WIDTH),
                        size + (i == width - 1 ? AXIS_HEIGHT : 0)));
        String note = width < parameters.size() ? " The first " + width + " parameters are shown." : "";
        return Figure.matrix(
                "pairs",
                "Posterior of each pair of parameters",
                "Tilted contours mean that the data determine a combination of two parameters better than each alone."
                        + (truth.isPresent() ? " The cross is the truth." : "") + note,
                panels,
                width);
    }

    private static Plot cell(Map<String, Draws> sources, Optional<double[]> truth, List<Axis> axes, int i, int j) {
        List<String> parameters = sources.values().iterator().next().parameters();
        int last = Math.min(MOST_IN_MATRIX, parameters.size()) - 1;
        String below = i == last ? ParameterLabel.of(parameters.get(j)) : "";
        String left = j == 0 ? ParameterLabel.of(parameters.get(i)) : "";
        Plot plot = Plot.titled("").axes(below, left);
        Axis across = axes.get(j);
        Axis up = axes.get(i);
        double[] x = limits(sources, truth, across, j);
        plot.xLimits(x[0], x[1]).xTicks(across.ticks(x[0], x[1]));
        if (i != j) {
            double[] y = limits(sources, truth, up, i);
            plot.yLimits(y[0], y[1]).yTicks(up.ticks(y[0], y[1]));
        }
        if (i != last) plot.without("axis_text_x");
        if (j != 0 || i == j) plot.without("axis_text_y");
        int source = 0;
        for (Map.Entry<String, Draws> entry : sources.entrySet()) {
            Draws draws = entry.getValue();
            Mark mark = Mark.of(Palette.series(source++)).withLegend(sources.size() > 1 ? entry.getKey() : "");
            if (i == j) plot.density(thinned(draws, j), across, mark.withOpacity(0.35));
            else if (i > j && !across.discrete() && !up.discrete())
                plot.contours(across.at(some(draws, j)), up.at(some(draws, i)), mark.withSize(0.9));
            else
                plot.points(
                        across.spread(across.at(few(draws, j)), PLASTIC_SQUARED),
                        up.spread(up.at(few(draws, i)), PLASTIC),
                        mark.withSize(1.1).withOpacity(0.35));
        }
        truth.ifPresent(t -> {
            plot.truthAcross(across.at(t[j]));
            if (i != j) plot.truthUp(up.at(t[i]));
        });
        return plot;
    }

    private static double[] limits(Map<String, Draws> sources, Optional<double[]> truth, Axis axis, int j) {
        return limits(sources, truth, axis, j, NEARLY_ALL);
    }

    /** Limits that contain all draws of each source but this share at either end, with a margin, and always the truth. */
    private static double[] limits(
            Map<String, Draws> sources, Optional<double[]> truth, Axis axis, int j, double outside) {
        double low = truth.map(t -> axis.at(t[j])).orElse(Double.POSITIVE_INFINITY);
        double high = truth.map(t -> axis.at(t[j])).orElse(Double.NEGATIVE_INFINITY);
        for (Draws draws : sources.values()) {
            double[] ends = draws.quantiles(j, outside, 1 - outside);
            low = Math.min(low, axis.at(ends[0]));
            high = Math.max(high, axis.at(ends[1]));
        }
        double room = axis.discrete() ? 0.6 : high > low ? 0.05 * (high - low) : 1;
        return new double[] {low - room, high + room};
    }

    private static int width(Map<String, Draws> posteriors) {
        return ordered(posteriors).values().iterator().next().parameters().size();
    }

    private static Map<String, Draws> ordered(Map<String, Draws> posteriors) {
        if (posteriors.isEmpty()) throw new IllegalArgumentException("posteriors: expected at least one, got none");
        return new LinkedHashMap<>(posteriors);
    }

    private static double[] thinned(Draws draws, int j) {
        return every(draws, MOST_DRAWS, l -> draws.value(l, j));
    }

    /** Enough for contours, whose cost is that of every draw at every point of a grid. */
    private static double[] some(Draws draws, int j) {
        return every(draws, 1000, l -> draws.value(l, j));
    }

    private static double[] few(Draws draws, int j) {
        return every(draws, 250, l -> draws.value(l, j));
    }

    private static double[] every(Draws draws, int most, Function<Integer, Double> value) {
        int shown = Math.min(most, draws.count());
        return IntStream.range(0, shown)
                .mapToDouble(i -> value.apply((int) ((long) i * draws.count() / shown)))
                .toArray();
    }
}
