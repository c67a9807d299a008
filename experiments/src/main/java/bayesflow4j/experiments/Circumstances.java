package bayesflow4j.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What made a result, for whoever wants to make it again.
 *
 * @param command as it was typed
 * @param commit of the sources, or "unknown"
 * @param version of this library
 */
public record Circumstances(String command, String commit, String version) {
    /** Processor, cores and Java, as far as the system tells. */
    static String machine() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("os.name") + ", Java " + Runtime.version();
    }

    private static String processor() {
        Path file = Path.of("/proc/cpuinfo");
        if (Files.isReadable(file))
            try (Stream<String> lines = Files.lines(file)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .findFirst()
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .orElse(System.getProperty("os.arch"));
            } catch (IOException e) {
                return System.getProperty("os.arch");
            }
        return System.getProperty("os.arch");
    }
}
