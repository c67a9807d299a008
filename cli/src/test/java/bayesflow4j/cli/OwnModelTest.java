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
    void discreteParametersHaveProbabilities() throws IOException {
        String colony = "../examples/external/colony/";
        String network = directory.resolve("net.safetensors").toString();
        Path result = directory.resolve("result");
        assertEquals(0, run("train", colony + "model.yaml", "--steps", "20", "-o", network, "--quiet"), err.toString());
        assertEquals(
                0, run("infer", network, colony + "observed.csv", "-n", "50", "-o", result.toString()), err.toString());
        assertTrue(out.toString().contains("most probable"), out.toString());
        String csv = Files.readString(result.resolve("probabilities.csv"));
        assertTrue(csv.contains("0,observed,weather,1.0,wet,"), csv);
        double sum = csv.lines()
                .filter(line -> line.contains(",weather,"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
                .sum();
        assertEquals(1, sum, 1e-6);
        assertEquals(
                1,
                run(
                        "train",
                        colony + "model.yaml",
                        "--method",
                        "abc-nn",
                        "-o",
                        directory.resolve("n").toString()));
        assertTrue(err.toString().contains("\"N\", which is discrete"), err.toString());
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
