package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples run and say what is true, and the documentation quotes them as they are. */
class ExamplesTest {
    private static String run(Runnable example) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            example.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /**
     * The exact posterior, by numerical integration over a grid of 400 × 400: prior times exp(−rate·Σ(x − dead time))·rate⁸ for
     * dead times below the least observation.
     */
    @Test
    void waitingTimes() {
        String printed = run(() -> E01WaitingTimes.main(new String[0]));
        Matcher numbers = Pattern.compile("rate: ([\\d.]+) ± ([\\d.]+)\\s+dead_time: ([\\d.]+) ± ([\\d.]+)")
                .matcher(printed);
        assertTrue(numbers.find(), printed);
        double[] x = {0.9, 1.4, 0.5, 2.1, 0.7, 3.0, 0.6, 1.1};
        double total = 0;
        double[] sums = new double[4];
        for (int i = 0; i < 400; i++)
            for (int j = 0; j < 400; j++) {
                double rate = (i + 0.5) * 0.01;
                double dead = (j + 0.5) * 0.5 / 400;
                double excess = 0;
                for (double v : x) excess += v - dead;
                double density = Math.pow(rate, 3 + 8) * Math.exp(-4 * rate - rate * excess);
                total += density;
                sums[0] += density * rate;
                sums[1] += density * rate * rate;
                sums[2] += density * dead;
                sums[3] += density * dead * dead;
            }
        double rate = sums[0] / total;
        double dead = sums[2] / total;
        assertEquals(rate, Double.parseDouble(numbers.group(1)), 0.15, printed);
        assertEquals(Math.sqrt(sums[1] / total - rate * rate), Double.parseDouble(numbers.group(2)), 0.1, printed);
        assertEquals(dead, Double.parseDouble(numbers.group(3)), 0.08, printed);
        assertEquals(Math.sqrt(sums[3] / total - dead * dead), Double.parseDouble(numbers.group(4)), 0.05, printed);
    }

    /** A rate of ln((90 − 20)/(55 − 20)) = .69 explains the second measurement at 20 degrees; noise of 1 degree leaves .02 or so. */
    @Test
    void oneDataSet() {
        String printed = run(() -> E04OneDataSet.main(new String[0]));
        Matcher numbers = Pattern.compile("rate: ([\\d.]+) ± ([\\d.]+)").matcher(printed);
        assertTrue(numbers.find(), printed);
        assertEquals(0.7, Double.parseDouble(numbers.group(1)), 0.08, printed);
        assertTrue(Double.parseDouble(numbers.group(2)) < 0.1, printed);
    }

    /** Ten heads of twelve: p(x | bent) / p(x | fair) = B(11, 3) / 2⁻¹² = 2¹² / 858. */
    @Test
    void whichModel() {
        String printed = run(() -> E03WhichModel.main(new String[0]));
        Matcher numbers = Pattern.compile("bent: ([\\d.]+) ± [\\d.]+\\s+log10 Bayes factor: (-?[\\d.]+)")
                .matcher(printed);
        assertTrue(numbers.find(), printed);
        double factor = 4096.0 / 858;
        assertEquals(factor / (1 + factor), Double.parseDouble(numbers.group(1)), 0.12, printed);
        assertEquals(Math.log10(factor), Double.parseDouble(numbers.group(2)), 0.4, printed);
    }

    @ParameterizedTest
    @CsvSource({
        "README.md, E01WaitingTimes",
        "docs/embedding.md, E02Service",
        "docs/comparison.md, E03WhichModel",
        "docs/fit.md, E04OneDataSet"
    })
    void theDocumentationQuotesTheExampleAsItIs(String page, String example) throws IOException {
        String source = Files.readString(Path.of("src/main/java/examples/" + example + ".java"));
        String body = source.substring(source.indexOf("import"));
        assertTrue(Files.readString(Path.of("..", page)).contains(body), page + " does not quote " + example);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/embedding.md"})
    void theDocumentationNamesTheJarOfThisVersion(String page) throws IOException {
        String pom = Files.readString(Path.of("..", "pom.xml"));
        Matcher version = Pattern.compile("<version>(.*?)</version>").matcher(pom);
        assertTrue(version.find());
        List<String> named = Pattern.compile("library/target/\\S+\\.jar")
                .matcher(Files.readString(Path.of("..", page)))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertEquals(List.of("library/target/bayesflow4j-" + version.group(1) + ".jar"), named);
    }
}
