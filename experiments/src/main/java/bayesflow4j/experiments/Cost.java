package bayesflow4j.experiments;

import bayesflow4j.data.WholeFile;
import bayesflow4j.storage.Fields;
import bayesflow4j.storage.Json;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Processor time of the work on one estimator, kept in a file beside it, so that work after an interruption adds to it. Other
 * programs on the machine hardly change it, unlike the time on the clock.
 */
record Cost(Path file) {
    private static final String KEY = "processorSeconds";

    /** The result of work, whose time is added even if it fails. */
    <T> T of(Supplier<T> work) throws IOException {
        double before = seconds();
        double begun = now();
        try {
            return work.get();
        } finally {
            String json = Json.indented(Map.of(KEY, before + now() - begun)) + "\n";
            WholeFile.write(file, out -> out.write(json.getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Seconds of all cores so far. */
    double seconds() throws IOException {
        return Files.exists(file)
                ? Fields.parse(file.toString(), Files.readString(file)).number(KEY)
                : 0;
    }

    private static double now() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }
}
