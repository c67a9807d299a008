package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PainterTest {
    private static BufferedImage painted(String body) {
        return Painter.paint(new Drawing(body, 100, 100), 2);
    }

    private static String at(BufferedImage image, int x, int y) {
        return String.format("%06x", image.getRGB(2 * x, 2 * y) & 0xffffff);
    }

    private static int ink(BufferedImage image, int fromX, int toX, int fromY, int toY) {
        return (int) IntStream.range(2 * fromX, 2 * toX)
                .filter(x -> IntStream.range(2 * fromY, 2 * toY).anyMatch(y -> (image.getRGB(x, y) & 0xff) < 128))
                .count();
    }

    @Test
    void groupsMoveTurnAndClip() {
        BufferedImage image = painted("<g transform=\"translate(50 20 ) rotate(90 ) \">"
                + "<defs><clipPath id=\"c\"><rect x=\"0\" y=\"0\" width=\"30\" height=\"10\"></rect></clipPath></defs>"
                + "<path d=\"M0 0 L40 0 L40 40 L0 40 Z\" fill=\"#0072b2\"></path></g>"
                + "<rect x=\"80\" y=\"80\" width=\"10\" height=\"10\" fill=\"#d55e00\" fill-opacity=\"0.5\"></rect>");
        assertEquals("0072b2", at(image, 45, 45));
        assertEquals("ffffff", at(image, 45, 55), "below the clip");
        assertEquals("ffffff", at(image, 35, 25), "left of the clip");
        assertEquals("ffffff", at(image, 55, 25), "turned clockwise");
        assertEquals("eaae7f", at(image, 85, 85), "half opaque, and not clipped by the group before");
    }

    @Test
    void linesAndCirclesHaveTheirSize() {
        BufferedImage image =
                painted("<line x1=\"0\" y1=\"50\" x2=\"100\" y2=\"50\" stroke=\"#000000\" stroke-width=\"4\""
                        + " stroke-dasharray=\"10,10\" fill=\"none\"></line>"
                        + "<circle cx=\"50\" cy=\"20\" r=\"5\" fill=\"#000000\"></circle>");
        assertEquals("000000", at(image, 5, 50));
        assertEquals("ffffff", at(image, 15, 50), "between dashes");
        assertEquals("ffffff", at(image, 5, 54));
        assertEquals(20, ink(image, 0, 100, 10, 30), 2);
    }

    @Test
    void labelsAreAnchored() {
        String label = "x=\"50\" y=\"50\"> mmm </text>";
        int width = ink(painted("<text " + label), 50, 100, 0, 100);
        assertTrue(width > 40, "width " + width);
        assertEquals(0, ink(painted("<text " + label), 0, 50, 0, 100));
        assertEquals(0, ink(painted("<text text-anchor=\"end\" " + label), 50, 100, 0, 100));
        assertEquals(width / 2, ink(painted("<text text-anchor=\"middle\" " + label), 50, 100, 0, 100), 4);
        assertTrue(
                ink(painted("<text class=\"plot-title\" " + label), 50, 100, 0, 100) > width,
                "titles are larger and bold");
    }

    @Test
    void whatItCannotPaintIsRefused() {
        assertThrows(IllegalStateException.class, () -> painted("<ellipse rx=\"1\" ry=\"1\"></ellipse>"));
    }
}
