package bayesflow4j.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.StringTokenizer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Paints the SVG text of a {@link Drawing} as pixels: groups that move, turn and clip what is in them, and lines, paths of straight
 * lines, rectangles, circles and labels. Drawings have nothing else.
 */
final class Painter {
    private final XMLStreamReader element;

    /** One for each group that is open, the innermost first. */
    private final Deque<Graphics2D> groups = new ArrayDeque<>();

    private boolean clipping;

    private Painter(XMLStreamReader element, Graphics2D ground) {
        this.element = element;
        groups.push(ground);
    }

    /** An image of {@code scale} times the size of the drawing. */
    static BufferedImage paint(Drawing drawing, int scale) {
        BufferedImage image =
                new BufferedImage(scale * drawing.width(), scale * drawing.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D ground = image.createGraphics();
        ground.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        ground.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        ground.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        ground.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        ground.scale(scale, scale);
        try {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            new Painter(factory.createXMLStreamReader(new StringReader(drawing.svg())), ground).paintAll();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("figure: could not convert SVG to PNG: " + e.getMessage(), e);
        } finally {
            ground.dispose();
        }
        return image;
    }

    private void paintAll() throws XMLStreamException {
        while (element.hasNext()) {
            int event = element.next();
            if (event == XMLStreamConstants.START_ELEMENT) open(element.getLocalName());
            else if (event == XMLStreamConstants.END_ELEMENT) close(element.getLocalName());
        }
    }

    private void open(String name) throws XMLStreamException {
        switch (name) {
            case "g" -> groups.push(group());
            // It lies in the group that it clips.
            case "clipPath" -> clipping = true;
            case "rect" -> rectangle();
            case "line" -> paint(new Line2D.Double(number("x1"), number("y1"), number("x2"), number("y2")));
            case "circle" -> {
                double r = number("r");
                paint(new Ellipse2D.Double(number("cx") - r, number("cy") - r, 2 * r, 2 * r));
            }
            case "path" -> paint(path(text("d")));
            case "text" -> label();
            case "style" -> element.getElementText();
            case "svg", "defs" -> {}
            default -> throw new IllegalStateException("figure: expected a shape or a group, got <" + name + ">");
        }
    }

    private void close(String name) {
        if (name.equals("g")) groups.pop().dispose();
        if (name.equals("clipPath")) clipping = false;
    }

    private Graphics2D group() {
        Graphics2D group = (Graphics2D) groups.peek().create();
        group.transform(transform(text("transform")));
        return group;
    }

    /** Such as {@code translate(13.1 123.5 ) rotate(-90 )}, angles in degrees. */
    private static AffineTransform transform(String written) {
        AffineTransform all = new AffineTransform();
        StringTokenizer words = new StringTokenizer(written, "(), ");
        while (words.hasMoreTokens()) {
            if (words.nextToken().equals("translate")) all.translate(next(words), next(words));
            else all.rotate(Math.toRadians(next(words)));
        }
        return all;
    }

    private static double next(StringTokenizer words) {
        return Double.parseDouble(words.nextToken());
    }

    private void rectangle() {
        Shape shape = new Rectangle2D.Double(number("x"), number("y"), number("width"), number("height"));
        if (clipping) groups.peek().clip(shape);
        else paint(shape);
    }

    /** Of straight lines: {@code M4.2 110 L4.2 106.1 Z}. */
    private static Path2D path(String written) {
        Path2D.Double path = new Path2D.Double();
        StringTokenizer words = new StringTokenizer(written, "MLZ ,", true);
        char command = 'M';
        while (words.hasMoreTokens()) {
            String word = words.nextToken();
            if (word.equals(" ") || word.equals(",")) continue;
            if (word.equals("Z")) path.closePath();
            else if (word.equals("M") || word.equals("L")) command = word.charAt(0);
            else {
                words.nextToken();
                double x = Double.parseDouble(word);
                double y = next(words);
                if (command == 'M') path.moveTo(x, y);
                else path.lineTo(x, y);
            }
        }
        return path;
    }

    private void paint(Shape shape) {
        Graphics2D group = groups.peek();
        if (text("fill").startsWith("#")) {
            group.setColor(color("fill"));
            group.fill(shape);
        }
        if (text("stroke").startsWith("#")) {
            group.setColor(color("stroke"));
            group.setStroke(stroke());
            group.draw(shape);
        }
    }

    private Color color(String which) {
        int rgb = Integer.parseInt(text(which).substring(1), 16);
        String opacity = text(which + "-opacity");
        return new Color(
                rgb | (int) Math.round(255 * (opacity.isEmpty() ? 1 : Double.parseDouble(opacity))) << 24, true);
    }

    private BasicStroke stroke() {
        String dashes = text("stroke-dasharray");
        float width = (float) number("stroke-width");
        if (dashes.isEmpty()) return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 4);
        String[] lengths = dashes.split(",");
        float[] dash = new float[lengths.length];
        for (int i = 0; i < dash.length; i++) dash[i] = Float.parseFloat(lengths[i]);
        return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 4, dash, 0);
    }

    private void label() throws XMLStreamException {
        Font font = Drawing.font(text("class"));
        String below = text("dy").replace("em", "");
        double y = number("y") + (below.isEmpty() ? 0 : font.getSize() * Double.parseDouble(below));
        double x = number("x");
        String anchor = text("text-anchor");
        String label = element.getElementText().strip();
        Graphics2D group = groups.peek();
        double width = font.getStringBounds(label, group.getFontRenderContext()).getWidth();
        group.setFont(font);
        group.setColor(Color.decode(Palette.INK));
        group.drawString(
                label, (float) (x - (anchor.equals("middle") ? width / 2 : anchor.equals("end") ? width : 0)), (float)
                        y);
    }

    /** An attribute; empty if there is none. */
    private String text(String attribute) {
        String value = element.getAttributeValue(null, attribute);
        return value == null ? "" : value;
    }

    private double number(String attribute) {
        String value = text(attribute);
        return value.isEmpty() ? 0 : Double.parseDouble(value);
    }
}
