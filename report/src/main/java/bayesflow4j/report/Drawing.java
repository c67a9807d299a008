package bayesflow4j.report;

import java.awt.Font;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jetbrains.letsPlot.awt.plot.PlotSvgExport;

/** An SVG image of given size in pixels with a transparent background; the same input gives the same text. */
record Drawing(String body, int width, int height) {
    private static final Pattern ID = Pattern.compile("id=\"([^\"]+)\"");
    private static final Pattern INVISIBLE =
            Pattern.compile("stroke=\"[^\"]*\" stroke-opacity=\"0\" stroke-width=\"0\" ");
    private static final Pattern RGB = Pattern.compile("rgb\\((\\d+),(\\d+),(\\d+)\\)");
    private static final Pattern ROOT = Pattern.compile("<svg [^>]*class=\"plt-container\"[^>]*>");
    private static final Pattern STYLE = Pattern.compile("(?s)<style.*?</style>");
    private static final String FONT = "font-family:'DejaVu Sans','Helvetica Neue',Arial,sans-serif";

    /** As long a heading is not wider than a page. */
    private static final int MOST_LETTERS = 80;

    /** Sizes of text in pixels. */
    private static final int LABEL = 12;

    private static final int AXIS_TITLE = 13;
    private static final int TITLE = 15;

    static Drawing of(Plot plot, int width, int height, String name) {
        return render(plot.specification(), width, height, name);
    }

    /** Drawings in rows of {@code columns}; each column and row is as wide and high as its largest drawing. */
    static Drawing grid(List<Drawing> drawings, int columns) {
        int[] widths = new int[columns];
        int[] heights = new int[(drawings.size() + columns - 1) / columns];
        for (int i = 0; i < drawings.size(); i++) {
            widths[i % columns] = Math.max(widths[i % columns], drawings.get(i).width);
            heights[i / columns] = Math.max(heights[i / columns], drawings.get(i).height);
        }
        StringBuilder body = new StringBuilder();
        int y = 0;
        for (int row = 0; row < heights.length; row++) {
            int x = 0;
            for (int i = row * columns; i < Math.min(drawings.size(), (row + 1) * columns); i++) {
                // Align cells at their right and upper edges, because outer cells are larger by the room for their
                // axes.
                int left = x + widths[i % columns] - drawings.get(i).width;
                body.append("<g transform=\"translate(" + left + " " + y + ")\">" + drawings.get(i).body + "</g>\n");
                x += widths[i % columns];
            }
            y += heights[row];
        }
        return new Drawing(body.toString(), Arrays.stream(widths).sum(), y);
    }

    /** One drawing above another. */
    static Drawing above(Drawing upper, Drawing lower) {
        String body = upper.body + "<g transform=\"translate(0 " + upper.height + ")\">" + lower.body + "</g>";
        return new Drawing(body, Math.max(upper.width, lower.width), upper.height + lower.height);
    }

    /** A line of text, to stand above other drawings. */
    static Drawing heading(String text) {
        String shown = text.length() > MOST_LETTERS ? text.substring(0, MOST_LETTERS) + "…" : text;
        String body = "<text class=\"plot-title\" x=\"8\" y=\"20\">" + Html.escaped(shown) + "</text>";
        return new Drawing(body, 16 + 10 * shown.length(), 30);
    }

    /** A row of colored squares with their labels. */
    static Drawing legend(Map<String, String> colors) {
        StringBuilder body = new StringBuilder();
        int x = 8;
        for (Map.Entry<String, String> entry : colors.entrySet()) {
            body.append("<rect x=\"" + x + "\" y=\"6\" width=\"14\" height=\"14\" fill=\"" + entry.getValue()
                    + "\"></rect><text x=\"" + (x + 20) + "\" y=\"17\">" + Html.escaped(entry.getKey()) + "</text>");
            x += 44 + 8 * entry.getKey().length();
        }
        return new Drawing(body.toString(), x, 26);
    }

    /** Colors in hexadecimal notation, so that the page's dark mode can match them all. */
    private static String hexadecimal(String rgb) {
        Matcher color = RGB.matcher(rgb);
        if (!color.matches()) return rgb;
        int value = 0;
        for (int i = 1; i <= 3; i++) value = value << 8 | Integer.parseInt(color.group(i));
        return String.format("#%06x", value);
    }

    private static Drawing render(Map<String, Object> specification, int width, int height, String name) {
        specification.put("ggsize", Plot.of("width", width, "height", height));
        String svg = PlotSvgExport.INSTANCE.buildSvgImageFromRawSpecs(specification, null, false);
        return new Drawing(shortened(withOwnIds(svg, name)), width, height);
    }

    /**
     * The image with identifiers that start with the name of the drawing, so that several drawings can share a page.
     */
    private static String withOwnIds(String svg, String name) {
        Matcher matcher = ID.matcher(svg);
        List<String> ids = new ArrayList<>();
        while (matcher.find()) ids.add(matcher.group(1));
        String renamed = svg;
        for (int i = 0; i < ids.size(); i++) renamed = renamed.replace(ids.get(i), name + "-" + i);
        return renamed;
    }

    /** The same drawing with identifiers for another name. */
    Drawing renamed(String from, String to) {
        return new Drawing(body.replace("\"" + from, "\"" + to).replace("#" + from, "#" + to), width, height);
    }

    /**
     * Reduces the text to a quarter: coordinates are rounded to tenths of a pixel, and a few shared rules style all
     * labels.
     */
    private static String shortened(String svg) {
        String bare = ROOT.matcher(STYLE.matcher(svg).replaceAll("")).replaceAll("<svg>");
        StringBuilder result = new StringBuilder(bare.length());
        int from = 0;
        for (int quote = bare.indexOf('"'); quote >= 0; quote = bare.indexOf('"', from)) {
            int end = bare.indexOf('"', quote + 1);
            result.append(bare, from, quote + 1);
            if (bare.startsWith("rgb(", quote + 1)) result.append(hexadecimal(bare.substring(quote + 1, end)));
            else ShortNumbers.append(bare, quote + 1, end, result);
            result.append('"');
            from = end + 1;
        }
        result.append(bare, from, bare.length());
        String inner = INVISIBLE
                .matcher(result)
                .replaceAll("")
                .replaceAll("\\n\\s*", "\n")
                .replace(">\n<", "><");
        return inner.substring(inner.indexOf("<svg>") + 5, inner.lastIndexOf("</svg>"));
    }

    /** The image for inclusion in a page, which sets the colors of text and background. */
    String inline(String description) {
        return "<svg role=\"img\" aria-label=\"" + Html.escaped(description) + "\" viewBox=\"0 0 " + width + " "
                + height + "\" width=\"" + width + "\" height=\"" + height + "\">" + body + "</svg>";
    }

    /** The image as a standalone file, black on white. */
    String svg() {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 "
                + width
                + " " + height + "\" width=\"" + width + "\" height=\"" + height + "\">\n<style type=\"text/css\">"
                + STYLES + "</style><rect width=\"" + width + "\" height=\"" + height + "\" fill=\"#ffffff\"/>\n" + body
                + "\n</svg>\n";
    }

    /** Text styles shared by the files and the page. */
    static final String STYLES = "text{" + FONT + ";font-size:" + LABEL + "px;fill:" + Palette.INK + "}"
            + ".plot-title{font-size:" + TITLE + "px;font-weight:bold}.axis-title-x,.axis-title-y{font-size:"
            + AXIS_TITLE
            + "px}";

    /** The font of a label of this class, as {@link #STYLES} has it. */
    static Font font(String type) {
        return switch (type) {
            case "plot-title" -> new Font("DejaVu Sans", Font.BOLD, TITLE);
            case "axis-title-x", "axis-title-y" -> new Font("DejaVu Sans", Font.PLAIN, AXIS_TITLE);
            default -> new Font("DejaVu Sans", Font.PLAIN, LABEL);
        };
    }

    /** The image as PNG at twice the resolution. */
    byte[] png() {
        return PngFile.of(Painter.paint(this, 2));
    }
}
