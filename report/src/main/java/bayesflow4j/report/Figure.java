package bayesflow4j.report;

import bayesflow4j.data.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A named figure: panels, and a caption on how to read them. On a page, the panels of most figures flow with its width.
 */
public final class Figure {
    private static final int MOST_COLUMNS = 3;

    /** The width of a page, and that of a panel on its own, in pixels. */
    private static final int FULL_WIDTH = 948;

    private static final int WIDE = 640;

    /** A plot and its size in pixels. */
    record Panel(Plot plot, int width, int height) {}

    private final String name;
    private final String title;
    private final String reading;
    /** What the figure is about, written above the panels in files; may be empty. */
    private final String subject;

    private final List<Drawing> drawings;
    /** Colors by label; empty if there is only one kind of mark. */
    private final Map<String, String> legend = new LinkedHashMap<>();

    private final int columns;
    private final boolean matrix;

    private Figure(String name, String title, String reading, List<Panel> panels, int columns, boolean matrix) {
        this.name = name;
        this.title = title;
        this.reading = reading;
        this.subject = "";
        this.columns = columns;
        this.matrix = matrix;
        this.drawings = IntStream.range(0, panels.size())
                .parallel()
                .mapToObj(i -> Drawing.of(
                        panels.get(i).plot(),
                        panels.get(i).width(),
                        panels.get(i).height(),
                        name + i))
                .toList();
        for (Panel panel : panels) legend.putAll(panel.plot().legend());
    }

    /** Panels that may be rearranged, such as one per parameter. */
    static Figure flowing(String name, String title, String reading, List<Plot> plots, int width, int height) {
        int columns = plots.size() == 4 ? 2 : Math.min(MOST_COLUMNS, plots.size());
        int across = Math.max(width, columns == 1 ? width >= WIDE ? FULL_WIDTH : WIDE : FULL_WIDTH / columns);
        int high = (int) Math.round(height * Math.min(1.3, (double) across / width));
        List<Panel> panels =
                plots.stream().map(plot -> new Panel(plot, across, high)).toList();
        return new Figure(name, title, reading, panels, columns, false);
    }

    /** Panels with fixed positions, such as a row and a column per parameter. */
    static Figure matrix(String name, String title, String reading, List<Panel> panels, int columns) {
        return new Figure(name, title, reading, panels, columns, true);
    }

    /** The same figure under another name and title, for reports with several figures of one kind. */
    public Figure named(String name, String title) {
        return new Figure(this, name, title, subject);
    }

    /** The same figure about a data set, which is named in the title and in its files. */
    public Figure about(String dataSet) {
        if (dataSet.isBlank()) return this;
        String called = dataSet.matches("\\d+") ? "data set " + dataSet : dataSet;
        return new Figure(this, name, title + ", " + called, called);
    }

    private Figure(Figure other, String name, String title, String subject) {
        this.subject = subject;
        this.name = name;
        this.title = title;
        this.reading = other.reading;
        this.columns = other.columns;
        this.matrix = other.matrix;
        this.drawings = other.drawings.stream()
                .map(drawing -> drawing.renamed(other.name, name))
                .toList();
        this.legend.putAll(other.legend);
    }

    /** The name of its files, without extension. */
    public String name() {
        return name;
    }

    /** The heading. */
    public String title() {
        return title;
    }

    /** The caption: how to read the figure. */
    public String reading() {
        return reading;
    }

    /** All panels in one image, black on white. */
    public String svg() {
        return whole().svg();
    }

    /** All panels in one image as PNG, at twice the resolution of the SVG. */
    public byte[] png() {
        return whole().png();
    }

    private Drawing whole() {
        return subject.isEmpty() ? withLegend() : Drawing.above(Drawing.heading(subject), withLegend());
    }

    private Drawing withLegend() {
        Drawing panels = Drawing.grid(drawings, columns);
        return legend.isEmpty() ? panels : Drawing.above(Drawing.legend(legend), panels);
    }

    /** Writes {@code name.svg} and {@code name.png} into the folder, each complete or not at all. */
    public void write(Path folder) throws IOException {
        Drawing whole = whole();
        Files.createDirectories(folder);
        WholeFile.write(
                folder.resolve(name + ".svg"), out -> out.write(whole.svg().getBytes(StandardCharsets.UTF_8)));
        WholeFile.write(folder.resolve(name + ".png"), out -> out.write(whole.png()));
    }

    /** The panels for a page. */
    String inline() {
        if (matrix) return "<div class=\"matrix\">" + withLegend().inline(title) + "</div>";
        StringBuilder all = new StringBuilder();
        if (!legend.isEmpty()) {
            all.append("<p class=\"legend\">");
            legend.forEach((label, color) -> all.append("<span><svg width=\"14\" height=\"14\" aria-hidden=\"true\">"
                    + "<rect width=\"14\" height=\"14\" fill=\"" + color + "\"></rect></svg> " + Html.escaped(label)
                    + "</span>"));
            all.append("</p>");
        }
        all.append("<div class=\"panels of" + columns + "\">");
        for (Drawing drawing : drawings) all.append(drawing.inline(title));
        return all.append("</div>").toString();
    }
}
