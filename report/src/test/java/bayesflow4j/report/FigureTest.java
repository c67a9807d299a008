package bayesflow4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.posterior.Draws;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class FigureTest {
    private static final List<Figure> FIGURES = Examples.figures();

    @Test
    void everyFigureIsAnImageThatStandsAlone() throws Exception {
        for (Figure figure : FIGURES) {
            String svg = figure.svg();
            Element root = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
            assertEquals("svg", root.getTagName());
            assertFalse(svg.contains("href"), figure.name());
            assertFalse(svg.contains("rgb("), "colors in one notation: " + figure.name());
            assertFalse(figure.reading().isBlank());
        }
    }

    @Test
    void everyFigureHasPixels() throws Exception {
        for (Figure figure : FIGURES) {
            BufferedImage image = ImageIO.read(new ByteArrayInputStream(figure.png()));
            Set<Integer> colors = new HashSet<>();
            for (int x = 0; x < image.getWidth(); x += 3)
                for (int y = 0; y < image.getHeight(); y += 3) colors.add(image.getRGB(x, y));
            assertTrue(colors.size() > 20, figure.name() + " has " + colors.size() + " colors");
            assertEquals(0xffffffff, image.getRGB(0, 0), "the ground is white");
        }
    }

    @Test
    void onAPageNoIdentifierComesTwice() {
        Set<String> ids = new HashSet<>();
        Pattern id = Pattern.compile("\\bid=\"([^\"]+)\"");
        for (Figure figure : FIGURES) {
            for (String panels : List.of(
                    figure.inline(),
                    figure.named("other-" + figure.name(), "Other").inline())) {
                Matcher matcher = id.matcher(panels);
                while (matcher.find()) assertTrue(ids.add(matcher.group(1)), matcher.group(1));
            }
        }
        assertFalse(ids.isEmpty(), "no identifier at all");
    }

    @Test
    void aCloudNamedAfterAColourIsDrawnInIt() {
        double[] one = {1};
        DataFigures.Scatter panel = new DataFigures.Scatter(
                "p", List.of(new DataFigures.Cloud("red", one, one), new DataFigures.Cloud("other", one, one)));
        String svg =
                DataFigures.scatter("clouds", "Clouds", "How.", List.of(panel)).svg();
        assertTrue(svg.contains("#d55e00"), "red");
        assertFalse(svg.contains("#0072b2"), "the first of the others' colors");
        svg = DataFigures.scatter(
                        "clouds",
                        "Clouds",
                        "How.",
                        List.of(new DataFigures.Scatter("p", List.of(new DataFigures.Cloud("other", one, one)))))
                .svg();
        assertTrue(svg.contains("#0072b2"), "the first of the others' colors");
    }

    /** The heading of the page has the name; a file that leaves the page needs it inside. */
    @Test
    void aFigureOfADataSetIsNamedInItsFile() {
        Figure figure = FIGURES.getFirst();
        Figure named = figure.named("lake", "Marginals").about("Loch <Ness>");
        assertEquals("Marginals, Loch <Ness>", named.title());
        assertTrue(named.svg().contains(">Loch &lt;Ness&gt;</text>"));
        assertFalse(named.inline().contains(">Loch &lt;Ness&gt;</text>"));
        assertEquals(
                "Marginals, data set 3",
                figure.named("m", "Marginals").about("3").title());
        assertEquals(figure.svg(), figure.about("").svg());
        assertTrue(named.png().length > figure.png().length);
    }

    @Test
    void theSameInputGivesTheSameFigure() {
        Recovery recovery = Examples.recovery(50, 20, 0.3);
        assertEquals(
                RecoveryFigures.recovery(recovery).svg(),
                RecoveryFigures.recovery(recovery).svg());
    }

    @Test
    void manyParametersAreCutAndTheReaderIsTold() {
        List<String> names = IntStream.range(0, 50).mapToObj(j -> "mu" + j).toList();
        double[][] truth = new double[20][50];
        List<Draws> draws = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            var rng = Examples.SEED.stream(k);
            for (int j = 0; j < 50; j++) truth[k][j] = rng.nextGaussian();
            draws.add(Draws.of(names, rng.doubles(50 * 10).toArray()));
        }
        Figure figure = RecoveryFigures.recovery(Recovery.of(names, truth, draws));
        assertTrue(figure.reading().endsWith("The first 12 of 50 parameters are shown."), figure.reading());
        assertTrue(figure.svg().contains("μ₁₁") && !figure.svg().contains("μ₁₂"));
    }
}
