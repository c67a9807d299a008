package bayesflow4j.cli;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.benchmarks.ServingLoad;
import bayesflow4j.catalog.Models;
import bayesflow4j.data.WholeFile;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Json;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import bayesflow4j.training.Trainer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench serving}: measures posteriors over HTTP, alone or beside other servers. */
@Command(
        name = "serving",
        description = {
            "Measures posteriors over HTTP on the loopback: 1000 draws of 6 parameters given 100 rows, by a set network and"
                    + " six coupling blocks 64 wide. Prints requests and draws per second, the median and the 99th"
                    + " percentile, for several numbers of connections, and the library's own time for the same posterior."
                    + " Each server first answers 2000 requests. Run nothing else meanwhile.",
            "",
            "With --beside, other servers are measured in turn; each is a command that starts a server and prints \"ready"
                    + " URL\". benchmarks/peers/README.md has one with FastAPI and PyTorch."
        },
        mixinStandardHelpOptions = true)
final class BenchServingCommand implements Callable<Integer> {
    private static final int ROWS = 100;
    private static final int DRAWS = 1000;
    private static final int OWN_ROUNDS = 400;

    /** The library's own time is that of compiled code, so servers are measured when theirs is. */
    private static final int WARM_UP = 2000;

    private static final String QUERY = "/networks/lfm/posterior?draws=" + DRAWS + "&seed=1";

    @Option(
            names = "--seconds",
            defaultValue = "10",
            paramLabel = "S",
            description = "duration of each measurement, after half of it as warm-up; default: ${DEFAULT-VALUE}")
    private double seconds;

    @Option(
            names = "--connections",
            split = ",",
            defaultValue = "1,8,64",
            paramLabel = "C",
            description = "connections at once; default: ${DEFAULT-VALUE}")
    private List<Integer> connections;

    @Option(names = "--beside", paramLabel = "NAME=COMMAND", description = "another server; may be repeated")
    private Map<String, String> beside = new LinkedHashMap<>();

    @Option(names = "--json", paramLabel = "FILE", description = "also write the results to this file")
    private Optional<Path> json = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        GenerativeModel model = Models.named("lfm");
        Observations x = model.withCount(ROWS).batch(new Seed(1), 0, 1).observations(0);
        Path folder = Files.createTempDirectory("bayesflow-bench-");
        Path file = folder.resolve("lfm.safetensors");
        Map<String, Object> results = new LinkedHashMap<>();
        try {
            AmortizedPosterior network = network(model);
            EstimatorFile.write(network, file);
            double own = ownTime(network, x);
            out.printf(Locale.ROOT, "library alone, one thread: median %.2f ms%n%n", 1e3 * own);
            out.printf(
                    "%-12s %11s %12s %12s %10s %10s%n", "", "connections", "requests/s", "draws/s", "median", "99 %");
            results.put("library_median_seconds", own);
            results.put("bayesflow4j", measure("bayesflow4j", ownServer(file), body(x)));
            for (Map.Entry<String, String> other : beside.entrySet())
                results.put(
                        other.getKey(),
                        measure(other.getKey(), List.of("sh", "-c", "exec " + other.getValue()), body(x)));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
        json.ifPresent(path -> WholeFile.write(
                path, to -> to.write((Json.indented(results) + "\n").getBytes(StandardCharsets.UTF_8))));
        return 0;
    }

    /** What it has learned does not matter for its speed. */
    private static AmortizedPosterior network(GenerativeModel model) {
        Trainer trainer = Trainer.of(model.withCount(ROWS));
        return trainer.withDesign(trainer.design()
                        .withSummary(new Invariant(0, 64, 3, 128, Pool.MEAN))
                        .withHead(CouplingHead.DEFAULT.withCoupling(CouplingDesign.PAPER.withHidden(64, 64, 64))))
                .withSteps(20)
                .train();
    }

    private static double ownTime(AmortizedPosterior network, Observations x) {
        double[] times = new double[OWN_ROUNDS];
        for (int i = 0; i < 2 * OWN_ROUNDS; i++) {
            long begun = System.nanoTime();
            network.given(x).sample(DRAWS, new Seed(i));
            times[i % OWN_ROUNDS] = (System.nanoTime() - begun) / 1e9;
        }
        Arrays.sort(times);
        return times[OWN_ROUNDS / 2];
    }

    private static String body(Observations x) {
        return Json.write(Map.of(
                "data",
                IntStream.range(0, x.count())
                        .mapToObj(n -> List.of(x.at(n, 0), x.at(n, 1)))
                        .toList()));
    }

    /** This program as a server, in a process of its own as the others are. */
    private static List<String> ownServer(Path network) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-XX:+UseParallelGC",
                "-Djdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK=0",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                network.toString(),
                "--port",
                "0");
    }

    private List<Map<String, Object>> measure(String name, List<String> command, String body)
            throws IOException, InterruptedException {
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            ServingLoad load = new ServingLoad(URI.create(address(name, server.inputReader()) + QUERY), body);
            load.warmUp(WARM_UP);
            List<Map<String, Object>> all = new ArrayList<>();
            for (int count : connections) {
                load.run(count, seconds / 2);
                all.add(tell(name, load.run(count, seconds)));
            }
            return all;
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static String address(String name, BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int at = line.indexOf("http://");
            if (at >= 0)
                return line.substring(at).replaceFirst("/networks.*", "").strip();
        }
        throw new IllegalStateException(name + ": expected a server that prints its address, but it ended");
    }

    private Map<String, Object> tell(String name, ServingLoad.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "%-12s %11d %12.0f %12.0f %7.2f ms %7.2f ms%n",
                name,
                result.connections(),
                result.requests(),
                DRAWS * result.requests(),
                1e3 * result.median(),
                1e3 * result.p99());
        out.flush();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("connections", result.connections());
        fields.put("requests_per_second", result.requests());
        fields.put("draws_per_second", DRAWS * result.requests());
        fields.put("median_seconds", result.median());
        fields.put("p99_seconds", result.p99());
        return fields;
    }
}
