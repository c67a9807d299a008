package bayesflow4j.conventions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every Java file of the project is as the formatter writes it; {@code -Dformat=apply} rewrites those that are not. */
class FormatTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    @Test
    void everyFileIsFormatted() throws IOException {
        boolean apply = "apply".equals(System.getProperty("format"));
        List<String> misformatted = new ArrayList<>();
        List<Path> files = javaFiles();
        assertFalse(files.isEmpty(), "no Java file found below " + ROOT);
        for (Path file : files) {
            String source = Files.readString(file);
            String formatted = format(file, source);
            if (!formatted.equals(source)) {
                if (apply) Files.writeString(file, formatted);
                else misformatted.add(ROOT.relativize(file).toString());
            }
        }
        assertEquals(
                List.of(),
                misformatted,
                "to mend: mvn -q -pl conventions -am test -Dtest=FormatTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dformat=apply");
    }

    @Test
    void aMisformattedFileIsSeen() {
        String source = "class A{int  x;}\n";
        assertFalse(format(Path.of("A.java"), source).equals(source));
    }

    private static List<Path> javaFiles() throws IOException {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree.filter(p -> p.toString().endsWith(".java"))
                    .filter(p -> !p.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    private static String format(Path file, String source) {
        try {
            String formatted = FORMATTER.formatSource(RemoveUnusedImports.removeUnusedImports(source));
            return ImportOrderer.reorderImports(formatted, Style.PALANTIR);
        } catch (FormatterException e) {
            throw new UncheckedIOException(new IOException(file + ": " + e.getMessage(), e));
        }
    }
}
