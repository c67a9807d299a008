package bayesflow4j.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One pair of axes with layers, as the plain maps that Lets-Plot reads. Layers are drawn in the order in which they are
 * added.
 */
final class Plot {
    private final String title;
    private final List<Map<String, Object>> layers = new ArrayList<>();
    private final List<Map<String, Object>> scales = new ArrayList<>();
    private final Map<String, Object> coordinates = of("name", "cartesian");
    private final Map<String, Object> theme = theme();
    private final Map<String, String> legend = new LinkedHashMap<>();

    private Plot(String title) {
        this.title = title;
    }

    static Plot titled(String title) {
        return new Plot(title);
    }

    Plot axes(String x, String y) {
        scales.add(of("aesthetic", "x", "name", x));
        scales.add(of("aesthetic", "y", "name", y));
        return this;
    }

    /** How numbers of the horizontal axis are written, such as d for years without a comma. */
    Plot xFormat(String format) {
        scales.stream()
                .filter(scale -> scale.get("aesthetic").equals("x"))
                .forEach(scale -> scale.put("format", format));
        return this;
    }

    Plot xLimits(double low, double high) {
        coordinates.put("xlim", List.of(low, high));
        return this;
    }

    Plot yLimits(double low, double high) {
        coordinates.put("ylim", List.of(low, high));
        return this;
    }

    /** Labels of the horizontal axis at given positions; with none, the axis keeps its own. */
    Plot xTicks(List<Axis.Tick> ticks) {
        return ticks("x", ticks);
    }

    /** The same for the vertical axis. */
    Plot yTicks(List<Axis.Tick> ticks) {
        return ticks("y", ticks);
    }

    private Plot ticks(String aesthetic, List<Axis.Tick> ticks) {
        if (ticks.isEmpty()) return this;
        for (Map<String, Object> scale : scales)
            if (scale.get("aesthetic").equals(aesthetic)) {
                scale.put(
                        "breaks",
                        new ArrayList<Object>(
                                ticks.stream().map(Axis.Tick::position).toList()));
                scale.put(
                        "labels",
                        new ArrayList<Object>(
                                ticks.stream().map(Axis.Tick::label).toList()));
            }
        return this;
    }

    /** Hides theme elements, such as axis labels inside a matrix of panels. */
    Plot without(String... elements) {
        for (String element : elements) theme.put(element, of("name", "blank", "blank", true));
        return this;
    }

    Plot points(double[] x, double[] y, Mark mark) {
        return layer("point", mark, of("x", list(x), "y", list(y)), "size", mark.size());
    }

    Plot line(double[] x, double[] y, Mark mark) {
        return layer("line", mark, of("x", list(x), "y", list(y)), "size", mark.size());
    }

    Plot step(double[] x, double[] y, Mark mark) {
        return layer("step", mark, of("x", list(x), "y", list(y)), "size", mark.size());
    }

    Plot ranges(double[] x, double[] low, double[] high, Mark mark) {
        return layer("linerange", mark, of("x", list(x), "ymin", list(low), "ymax", list(high)), "size", mark.size());
    }

    Plot band(double[] x, double[] low, double[] high, Mark mark) {
        return layer("ribbon", mark, of("x", list(x), "ymin", list(low), "ymax", list(high)), "size", 0);
    }

    Plot bars(double[] x, double[] height, double width, Mark mark) {
        return layer("bar", mark, of("x", list(x), "y", list(height)), "size", 0, "stat", "identity", "width", width);
    }

    /** A horizontal bar for each label, the first at the top. */
    Plot namedBars(List<String> labels, double[] lengths, Mark mark) {
        scales.add(of("aesthetic", "y", "discrete", true, "limits", new ArrayList<>(labels.reversed())));
        // The number at the end of the axis may reach beyond it.
        theme.put("plot_margin", of("r", 14));
        return layer(
                "bar",
                mark,
                of("x", list(lengths), "y", new ArrayList<Object>(labels)),
                "size",
                0,
                "stat",
                "identity",
                "orientation",
                "y");
    }

    /** The area under a curve, outlined. */
    Plot area(double[] x, double[] y, Mark mark) {
        // Stacking a single area takes time and changes nothing.
        return layer(
                "area",
                mark,
                of("x", list(x), "y", list(y)),
                "size",
                mark.size(),
                "stat",
                "identity",
                "position",
                "identity");
    }

    /** Lines of equal density of a cloud of points, on a grid that is fine enough for a small panel. */
    Plot contours(double[] x, double[] y, Mark mark) {
        return layer("density2d", mark, of("x", list(x), "y", list(y)), "size", mark.size(), "bins", 5, "n", 40);
    }

    /** The density of a sample, smoothed within the bounds of its axis; of isolated values, their shares as bars. */
    Plot density(double[] x, Axis axis, Mark mark) {
        if (axis.discrete()) return shares(x, mark);
        SmoothDensity smooth = SmoothDensity.of(axis.at(x), axis.low(), axis.high());
        return area(smooth.at(), smooth.density(), mark);
    }

    private Plot shares(double[] x, Mark mark) {
        Map<Double, Double> shares = new TreeMap<>();
        for (double value : x) shares.merge(value, 1.0 / x.length, Double::sum);
        double[] at = shares.keySet().stream().mapToDouble(v -> v).toArray();
        double gap = 1;
        for (int i = 1; i < at.length; i++) gap = i == 1 ? at[1] - at[0] : Math.min(gap, at[i] - at[i - 1]);
        return bars(at, shares.values().stream().mapToDouble(p -> p).toArray(), Math.min(0.9, 0.9 * gap), mark);
    }

    Plot diagonal() {
        layers.add(of("geom", "abline", "slope", 1, "intercept", 0, "color", Palette.INK, "size", 0.6, "linetype", 2));
        return this;
    }

    Plot horizontal(double y) {
        layers.add(of("geom", "hline", "yintercept", y, "color", Palette.INK, "size", 0.6, "linetype", 2));
        return this;
    }

    /** Marks the truth on the horizontal axis. */
    Plot truthAcross(double x) {
        layers.add(of("geom", "vline", "xintercept", x, "color", Palette.INK, "size", 0.8));
        return this;
    }

    /** Marks the truth on the vertical axis. */
    Plot truthUp(double y) {
        layers.add(of("geom", "hline", "yintercept", y, "color", Palette.INK, "size", 0.8));
        return this;
    }

    private Plot layer(String geometry, Mark mark, Map<String, Object> data, Object... options) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        for (String column : data.keySet()) mapping.put(column, column);
        Map<String, Object> layer = of(options);
        layer.put("geom", geometry);
        layer.put("alpha", mark.opacity());
        layer.put("tooltips", "none");
        layer.put("linetype", mark.dashed() ? 2 : 1);
        boolean filled = List.of("ribbon", "bar", "area").contains(geometry);
        layer.put("color", mark.color());
        if (filled) layer.put("fill", mark.color());
        if (!mark.legend().isEmpty()) legend.put(mark.legend(), mark.color());
        layer.put("data", data);
        layer.put("mapping", mapping);
        layers.add(layer);
        return this;
    }

    /** Colors by label, in the order in which they are drawn. */
    Map<String, String> legend() {
        return legend;
    }

    /** A new copy of the specification, because Lets-Plot modifies its argument. */
    Map<String, Object> specification() {
        Map<String, Object> specification = of(
                "kind",
                "plot",
                "layers",
                new ArrayList<>(layers.stream().map(Plot::copy).toList()),
                "scales",
                new ArrayList<>(scales),
                "coord",
                copy(coordinates),
                "theme",
                copy(theme));
        if (!title.isEmpty()) specification.put("ggtitle", of("text", title));
        return specification;
    }

    private static Map<String, Object> theme() {
        return of(
                "name",
                "minimal",
                "plot_background",
                of("name", "blank", "blank", true),
                "text",
                of("color", Palette.INK),
                "plot_title",
                of("size", 15, "face", "bold"),
                "axis_title",
                of("size", 13),
                "axis_text",
                of("size", 12),
                "axis_line_x",
                of("color", Palette.INK, "size", 0.7),
                "axis_ticks",
                of("color", Palette.INK, "size", 0.7),
                "panel_grid",
                of("color", Palette.FAINT, "size", 0.6),
                "panel_grid_minor",
                of("name", "blank", "blank", true),
                "legend_position",
                "none");
    }

    static Map<String, Object> of(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) map.put((String) pairs[i], pairs[i + 1]);
        return map;
    }

    static List<Object> list(double[] values) {
        List<Object> list = new ArrayList<>(values.length);
        Arrays.stream(values).forEach(list::add);
        return list;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object map) {
        return (Map<String, Object>) map;
    }

    private static Map<String, Object> copy(Map<String, Object> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(key, value instanceof Map<?, ?> ? copy(asMap(value)) : value));
        return copy;
    }
}
