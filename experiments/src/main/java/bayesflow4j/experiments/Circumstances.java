package bayesflow4j.experiments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How a result was produced, so that it can be reproduced.
 *
 * @param command the command as typed
 * @param commit of the sources, or "unknown"
 * @param version of this library
 */
public record Circumstances(String command, String commit, String version) {
    /** Processor, cores and Java version, as far as the system reports them. */
    static String machine() {
        int cores = Runtime.getRuntime().availableProcessors();
        return processor() + ", " + cores + (cores == 1 ? " core, " : " cores, ") + System.getProperty("os.name")
                + ", Java " + Runtime.version();
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
