package bayesflow4j.spark;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A master and workers of Spark as processes of this machine, from the jars on the class path of the tests. */
final class StandaloneCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    private final Path home;
    private final Map<String, String> environment;
    private final int port;
    private final List<Process> processes = new ArrayList<>();
    private int workers;

    /** Starts the master. */
    StandaloneCluster(Path home, Map<String, String> environment) throws IOException {
        this.home = home;
        this.environment = environment;
        Path jars = Files.createDirectories(home.resolve("jars"));
        for (String jar : classPath())
            if (jar.endsWith(".jar") && !jar.contains("slf4j-nop"))
                Files.createSymbolicLink(jars.resolve(Path.of(jar).getFileName()), Path.of(jar));
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        start(
                "master",
                Map.of(),
                "org.apache.spark.deploy.master.Master",
                "--host",
                HOST,
                "--port",
                Integer.toString(port),
                "--webui-port",
                "0");
        Turnstile.await(this::listens);
    }

    private boolean listens() {
        try (Socket socket = new Socket(HOST, port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    static List<String> classPath() {
        return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    /** What applications need to know, as properties of Spark. A worker that fails in one test is given work in the next. */
    Map<String, String> settings() {
        return Map.of(
                "spark.driver.host", HOST,
                "spark.excludeOnFailure.application.maxFailedTasksPerExecutor", "1000",
                "spark.jars", "",
                "spark.executor.memory", "512m",
                "spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "spark.executor.extraClassPath",
                        classPath().stream()
                                .filter(entry -> !entry.endsWith(".jar"))
                                .collect(Collectors.joining(File.pathSeparator)));
    }

    String address() {
        return "spark://" + HOST + ":" + port;
    }

    /** Starts a worker of one core. */
    Process startWorker(Map<String, String> more) throws IOException {
        String name = "worker-" + workers++;
        return start(
                name,
                more,
                "org.apache.spark.deploy.worker.Worker",
                "--host",
                HOST,
                "--webui-port",
                "0",
                "--cores",
                "1",
                "--memory",
                "512m",
                "--work-dir",
                home.resolve(name).toString(),
                address());
    }

    private Process start(String name, Map<String, String> more, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--sun-misc-unsafe-memory-access=allow",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                home.resolve("jars") + "/*"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(name + ".log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "SPARK_HOME",
                        home.toString(),
                        "SPARK_SCALA_VERSION",
                        "2.13",
                        "SPARK_LOCAL_IP",
                        HOST,
                        "JAVA_HOME",
                        System.getProperty("java.home")));
        builder.environment().putAll(environment);
        builder.environment().putAll(more);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    @Override
    public void close() {
        // Executors first: they are children of the workers.
        for (Process process : processes.reversed()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
