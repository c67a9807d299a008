package bayesflow4j.external;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bayesflow4j.model.SimulatorUnavailableException;
import bayesflow4j.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedSimulatorTest {
    @TempDir
    static Path folder;

    private static Path jar;

    @BeforeAll
    static void compile() throws IOException {
        Path source = Files.writeString(folder.resolve("Coin.java"), """
                package my;
                import bayesflow4j.model.*;
                import java.util.random.RandomGenerator;
                public class Coin implements Simulator {
                    public Observations simulate(double[] theta, int count, RandomGenerator rng) {
                        float[] x = new float[count];
                        for (int i = 0; i < count; i++) x[i] = rng.nextDouble() < theta[0] ? 1 : 0;
                        return new Observations(count, 1, x);
                    }
                }
                """);
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        source.toString());
        assertEquals(0, exit);
        jar = folder.resolve("my.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("my/Coin.class"));
            out.write(Files.readAllBytes(folder.resolve("my/Coin.class")));
        }
    }

    @Test
    void aClassIsLoadedFromTheJarThatTheModelFileNames() throws IOException {
        Path yaml = Files.writeString(folder.resolve("model.yaml"), """
                name: coin
                parameters: {p: "beta(1, 1)"}
                data: {kind: set, columns: [heads], observations: 4}
                simulator: {java: {class: my.Coin, jar: my.jar}}
                """);
        ModelFile file = ModelFile.read(yaml);
        try (ExternalSimulator simulator = file.open(2)) {
            float[] x = simulator
                    .simulate(new double[] {1}, 4, new Seed(1).stream(0))
                    .values();
            assertArrayEquals(new float[] {1, 1, 1, 1}, x);
            assertEquals(10, file.model(simulator).batch(new Seed(1), 0, 10).size());
        }
    }

    @Test
    void whatCannotBeLoadedIsSaid() {
        refused("Class my.Coins was not found in " + jar + "; did you mean my.Coin?", "my.Coins", Optional.of(jar));
        refused("Class my.Coin was not found on the class path", "my.Coin", Optional.empty());
        refused("does not implement bayesflow4j.model.Simulator", "java.lang.String", Optional.empty());
        refused("No such jar", "my.Coin", Optional.of(folder.resolve("other.jar")));
    }

    private static void refused(String problem, String className, Optional<Path> jar) {
        SimulatorUnavailableException e =
                assertThrows(SimulatorUnavailableException.class, () -> new LoadedSimulator(className, jar, false));
        assertTrue(e.getMessage().contains(problem), e.getMessage());
    }
}
