package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A directory and commands that run in it as a user would call them; {@code @name} stands for a file of the directory. */
class CommandTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** The exit code; what the command printed is what {@link #out} and {@link #err} then give. */
    int run(String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(Stream.of(arguments).map(this::replaced).toArray(String[]::new));
    }

    private String replaced(String argument) {
        return argument.startsWith("@") ? path(argument.substring(1)).toString() : argument;
    }

    void assertDone(String... arguments) {
        assertEquals(0, run(arguments), err.toString());
    }

    /** Could not be done, and the message, which is one line, says this. */
    void assertRefused(String expected, String... arguments) {
        assertEquals(1, run(arguments), err.toString());
        assertTrue(err.toString().contains(expected.replace("@", directory + "/")), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
    }

    /** Wrong use, and the message says this. */
    void assertWrong(String expected, String... arguments) {
        assertEquals(2, run(arguments), err.toString());
        assertTrue(err.toString().contains(expected), err.toString());
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    void write(String name, String text) {
        try {
            Files.writeString(path(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
