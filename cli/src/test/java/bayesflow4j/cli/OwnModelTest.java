package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands with a model in a YAML file. */
@Timeout(60)
class OwnModelTest {
    private static final String QUEUE = "../examples/external/queue/model.yaml";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    @Test
    void dataOfAnExternalSimulatorAreTheSameForAnyNumberOfWorkers() throws IOException {
        Path one = directory.resolve("one.npz");
        Path three = directory.resolve("three.npz");
        assertEquals(0, run("simulate", QUEUE, "-n", "20", "--workers", "1", "-o", one.toString()), err.toString());
        assertEquals(0, run("simulate", QUEUE, "-n", "20", "--workers", "3", "-o", three.toString()), err.toString());
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(three));
        assertTrue(out.toString().contains("20 data sets of my-queue in"), out.toString());
    }

    @Test
    void aMistakeInTheFileIsOneLineWithItsPlace() throws IOException {
        Path file = Files.writeString(
                directory.resolve("model.yaml"),
                Files.readString(Path.of(QUEUE)).replace("uniform(0.1, arr", "uniform(0.1, ar"));
        assertEquals(
                1,
                run(
                        "simulate",
                        file.toString(),
                        "-n",
                        "1",
                        "-o",
                        directory.resolve("x.npz").toString()));
        assertEquals(
                "bayesflow: " + file
                        + ":4:26: prior of \"service\": unknown name \"arival\"; did you mean \"arrival\"?\n",
                err.toString());
    }

    @Test
    void wrongUseIsSaid() {
        String output = directory.resolve("x.npz").toString();
        assertEquals(2, run("simulate", QUEUE, "-n", "1", "--workers", "0", "-o", output));
        assertTrue(err.toString().contains("--workers: expected at least 1, got 0"), err.toString());
        assertEquals(2, run("simulate", "../examples/external/queue/simulate.py", "-n", "1", "-o", output));
        assertTrue(err.toString().contains("The file of a model ends in .yaml"), err.toString());
    }
}
