package bayesflow4j.spark;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/** Settings of Spark that suit this library; what the user sets stays. */
final class Settings {
    /** What executors need: neither plots nor servers nor commands. */
    private static final Pattern NEEDED =
            Pattern.compile("bayesflow4j-(core|engine|networks|classical|models|external|spark)-.*"
                    + "|commons-(numbers|rng|statistics)-.*|jackson-dataformat-yaml-.*|snakeyaml-.*");

    private Settings() {}

    static void complete(SparkConf settings) {
        // A simulator that fails on one machine only is tried on another one.
        settings.setIfMissing("spark.excludeOnFailure.enabled", "true");
        settings.setIfMissing("spark.ui.enabled", "false");
        settings.setIfMissing("spark.ui.showConsoleProgress", "false");
        settings.setIfMissing("spark.driver.maxResultSize", "0");
        // As ./bayesflow starts its own virtual machine; the Vector API is open to executors already.
        settings.setIfMissing(
                "spark.executor.extraJavaOptions",
                "-XX:+UseParallelGC -Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0");
        boolean elsewhere = !settings.get("spark.master").startsWith("local");
        List<String> jars = jars();
        if (elsewhere && !jars.isEmpty()) settings.setIfMissing("spark.jars", String.join(",", jars));
    }

    private static List<String> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> Files.isRegularFile(path)
                        && NEEDED.matcher(path.getFileName().toString()).matches())
                .map(path -> path.toUri().toString())
                .collect(Collectors.toList());
    }
}
