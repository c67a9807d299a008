package bayesflow4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.data.CsvTable;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.DrawsFile;
import bayesflow4j.random.Seed;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** θ ~ N(0, 1), x = θ + N(0, ¼): the draws of beta are exact, those of sigma half as wide as they should be. */
class DiagnoseCommandTest {
    private static final List<String> NAMES = List.of("beta", "sigma");

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeFiles() {
        List<double[]> truth = new ArrayList<>();
        List<Draws> draws = new ArrayList<>();
        for (int k = 0; k < 150; k++) {
            RandomGenerator rng = new Seed(3).stream(k);
            double[] theta = {rng.nextGaussian(), rng.nextGaussian()};
            double[] mean = {0.8 * (theta[0] + 0.5 * rng.nextGaussian()), 0.8 * (theta[1] + 0.5 * rng.nextGaussian())};
            double[][] rows = new double[80][2];
            for (double[] row : rows)
                for (int j = 0; j < 2; j++) row[j] = mean[j] + Math.sqrt(0.2) / (j + 1) * rng.nextGaussian();
            truth.add(theta);
            draws.add(Draws.of(NAMES, rows));
        }
        new CsvTable(NAMES, truth).write(folder.resolve("truth.csv"));
        DrawsFile.writeCsv(folder.resolve("draws.csv"), draws, List.of());
        DrawsFile.writeNpz(folder.resolve("draws.npz"), draws, List.of());
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("diagnose", "--truth", path("truth.csv")));
        all.addAll(List.of(arguments));
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(all.toArray(String[]::new));
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void verdictTableAndMetricsFileAgreeForBothKindsOfFile() throws IOException {
        assertEquals(0, run("--draws", path("draws.csv"), "--json", path("a.json")), err.toString());
        String first = out.toString();
        assertTrue(first.contains("Do not trust these posteriors"), first);
        assertTrue(first.contains("σ is over-confident") && first.contains("β is well calibrated"), first);
        out.getBuffer().setLength(0);
        assertEquals(0, run("--draws", path("draws.npz"), "--json", path("b.json")));
        assertEquals(first, out.toString());
        assertEquals(Files.readString(folder.resolve("a.json")), Files.readString(folder.resolve("b.json")));
        JsonNode metrics = new ObjectMapper().readTree(folder.resolve("a.json").toFile());
        assertEquals(150, metrics.at("/datasets").asInt());
        assertEquals(80, metrics.at("/draws").asInt());
        assertEquals("sigma", metrics.at("/parameters/1").asText());
        assertTrue(metrics.at("/metrics/calibrationError/sigma/mean").asDouble() > 0.1);
        assertTrue(metrics.at("/metrics/nrmse/beta/se").asDouble() > 0);
        assertTrue(metrics.at("/metrics/sbcPValue/beta/mean").asDouble() > 0.01);
    }

    @Test
    void aReportIsWrittenAndNothingIsOverwrittenUnasked() throws IOException {
        assertEquals(0, run("--draws", path("draws.npz"), "-o", path("report")), err.toString());
        assertTrue(Files.readString(folder.resolve("report/report.html")).contains("<b>over-confident</b>"));
        assertTrue(Files.exists(folder.resolve("report/metrics.json")));
        assertTrue(Files.exists(folder.resolve("report/figures/recovery.png")));
        assertEquals(1, run("--draws", path("draws.npz"), "-o", path("report")));
        assertTrue(err.toString().contains("is not empty; choose another directory or add --force"), err.toString());
        assertEquals(1, run("--draws", path("draws.npz"), "--json", path("truth.csv")));
    }

    @Test
    void mistakesNameTheFileAndWhatIsWrong() throws IOException {
        Files.writeString(folder.resolve("bad.csv"), "data_set,draw,beta,sigma\n0,0,1,?\n");
        assertEquals(1, run("--draws", path("bad.csv")));
        assertTrue(err.toString().contains("bad.csv:2: sigma: expected a number, got \"?\""), err.toString());
        Files.writeString(folder.resolve("few.csv"), "data_set,draw,beta,sigma\n0,0,1,2\n0,1,2,2\n");
        assertEquals(1, run("--draws", path("few.csv")));
        assertTrue(err.toString().contains("few.csv: expected 150 data sets"), err.toString());
        assertEquals(2, run());
    }
}
