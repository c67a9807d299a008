package bayesflow4j.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar, with nothing beside it, does what the documentation says. */
class OneJarIT {
    private static final Path JAR = Path.of(System.getProperty("library.jar"));
    private static final Path EXAMPLES = Path.of("../examples/src/main/java/examples");

    /** Runs one source file on the jar alone and returns what it printed. */
    private static String run(List<String> flags, Path source, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-Dstdout.encoding=UTF-8", "-cp", JAR.toString(), source.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    @Test
    void aServiceRunsOnIt(@TempDir Path folder) throws Exception {
        Path network = folder.resolve("influenza.safetensors");
        List<String> flags = List.of("--add-modules", "jdk.incubator.vector");
        String printed = run(flags, EXAMPLES.resolve("E02Service.java"), network.toString());
        assertTrue(printed.contains("days infectious: 2."), printed);
        assertTrue(Files.size(network) > 0);
    }

    /** Without the Vector API, and a model from a YAML file, which needs the YAML reader inside. */
    @Test
    void aModelFileIsReadOnAnyJvm(@TempDir Path folder) throws Exception {
        Path model = Files.writeString(folder.resolve("coin.yaml"), """
                name: coin
                parameters:
                  bias: uniform(0, 1)
                data: {kind: set, columns: [heads], observations: 10}
                simulator:
                  command: [python3, simulate.py]
                """);
        Path program = Files.writeString(folder.resolve("Read.java"), """
                import bayesflow4j.engine.kernel.Kernels;
                import bayesflow4j.external.ModelFile;

                public class Read {
                    public static void main(String[] args) throws Exception {
                        var file = ModelFile.read(java.nio.file.Path.of(args[0]));
                        System.out.println(file.name() + " by " + Kernels.best().name() + " kernels");
                    }
                }
                """);
        String printed = run(List.of(), program, model.toString());
        assertEquals("coin by plain kernels", printed.strip());
    }

    @Test
    void itHoldsNothingButOursUnderOurNames() throws IOException {
        List<String> strangers = new ArrayList<>();
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                boolean ours = entry.isDirectory() || name.startsWith("bayesflow4j/");
                boolean code = name.matches(".*\\.(class|so|dll|dylib|jnilib)");
                if (!ours && (code || !name.startsWith("META-INF/"))) strangers.add(name);
                if (ours && code && !name.endsWith(".class")) strangers.add(name);
            }
            assertNotNull(jar.getEntry("META-INF/LICENSE"));
            assertEquals("bayesflow4j", jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"));
        }
        assertEquals(List.of(), strangers);
    }
}
