package bayesflow4j.server.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bayesflow4j.catalog.Models;
import bayesflow4j.data.DataSets;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.models.Influenza;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.server.Guard;
import bayesflow4j.server.Limits;
import bayesflow4j.training.Trainer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/serving.md} run as they are written. */
class ServingGuideTest {
    @TempDir
    private static Path folder;

    private static Draws draws;
    private static NetworkServer server;

    @BeforeAll
    static void serve() {
        Estimator estimator =
                Trainer.of(Models.named("influenza")).withSteps(20).train();
        draws = Inference.of("influenza", estimator, ObservedData.of(Influenza.OBSERVED, "school"), 1000, new Seed(7))
                .draws()
                .getFirst();
        new DataSets(List.of("in_bed"), List.of(Influenza.OBSERVED)).writeCsv(folder.resolve("school.csv"));
        server = NetworkServer.start(
                List.of(ServedNetwork.of("influenza", estimator)),
                new Guard(Guard.LOOPBACK, Optional.empty()),
                0,
                Limits.DEFAULT,
                line -> {});
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** What the example in this language prints. */
    private static String run(String language, String program, String... arguments) throws Exception {
        boolean installed = Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
        assumeTrue(installed, "skipped: " + program + " is not installed");
        Path script = folder.resolve("example." + language);
        Files.writeString(
                script,
                example(language)
                        .replace("http://127.0.0.1:8080", server.address().toString()));
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        command.add(script.toString());
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    private static String example(String language) throws IOException {
        Matcher block = Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "serving.md")));
        assertTrue(block.find(), language);
        return block.group(1);
    }

    @Test
    void curl() throws Exception {
        assertTrue(run("sh", "sh").startsWith("data_set,draw,beta,gamma,kappa,name\n0,0,"));
        assertEquals(1001, Files.readAllLines(folder.resolve("draws.csv")).size());
    }

    @Test
    void python() throws Exception {
        Matcher mean = Pattern.compile("beta: ([\\d.]+) ±").matcher(run("python", "python3"));
        assertTrue(mean.find());
        double total = Arrays.stream(draws.column(0)).sum();
        assertEquals(total / 1000, Double.parseDouble(mean.group(1)), 1e-9);
    }

    @Test
    void r() throws Exception {
        assertTrue(run("r", "Rscript").contains("Median"));
    }
}
