package bayesflow4j.cli;

import bayesflow4j.benchmarks.Contestant;
import bayesflow4j.benchmarks.EngineWorkloads;
import bayesflow4j.benchmarks.FmaPeak;
import bayesflow4j.benchmarks.OwnTurns;
import bayesflow4j.benchmarks.Peer;
import bayesflow4j.benchmarks.Turns;
import bayesflow4j.benchmarks.Workload;
import bayesflow4j.data.WholeFile;
import bayesflow4j.engine.kernel.Kernels;
import bayesflow4j.engine.optimizer.Workers;
import bayesflow4j.storage.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench engine}: measures training steps and sampling at the sizes of the paper's networks. */
@Command(
        name = "engine",
        description = {
            "Measures training steps and sampling at the sizes of the paper's networks, on all cores. Each figure is the"
                    + " median of several turns of a second after a warm-up. S1, S1b, S3 and S4 are milliseconds per step"
                    + " (forward, backward, clipping, Adam), S2 is seconds for 1000 × 2000 draws, random numbers included."
                    + " Takes about two minutes; run nothing else meanwhile.",
            "",
            "With --beside, other programs take turns with this one, and the ratio of times within a round is printed"
                    + " too, with its quartiles. benchmarks/peers/README.md describes the protocol and such programs for"
                    + " JAX and PyTorch. Another version of this command can take part, too:",
            "  --beside 'before=../before/bayesflow bench engine --peer'"
        },
        mixinStandardHelpOptions = true)
final class BenchEngineCommand implements Runnable {
    /** The JIT compiler is busy for about six seconds of the first workload. */
    private static final double WARM_UP_SECONDS = 8;

    private static final double TURN_SECONDS = 1;

    @Option(names = "--threads", paramLabel = "N", description = "number of threads; default: all cores")
    private Optional<Integer> threads = Optional.empty();

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "workloads to run, some of S1,S1b,S2,S3,S4")
    private List<String> only = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "also write the results to this file")
    private Optional<Path> json = Optional.empty();

    @Option(
            names = "--beside",
            paramLabel = "NAME=COMMAND",
            description = "a program to take turns with; may be repeated")
    private Map<String, String> beside = new LinkedHashMap<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "7",
            description = "number of rounds; default: ${DEFAULT-VALUE}")
    private int rounds;

    @Option(names = "--peer", paramLabel = "NAME", description = "act as such a program for this workload")
    private Optional<String> peer = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        int cores = threads.orElse(Runtime.getRuntime().availableProcessors());
        require(cores > 0, "--threads: expected at least 1, got " + cores);
        require(rounds > 0, "--rounds: expected at least 1, got " + rounds);
        try (Workers workers = new Workers(cores)) {
            var all = workloads(new EngineWorkloads(Kernels.best(), workers));
            for (String name : only)
                require(all.containsKey(name), "--only: expected some of " + all.keySet() + ", got " + name);
            if (peer.isPresent()) serve(Optional.ofNullable(all.get(peer.get())));
            else measure(all, workers);
        }
    }

    private void require(boolean condition, String message) {
        if (!condition) throw new ParameterException(spec.commandLine(), message);
    }

    private static Map<String, Supplier<Workload>> workloads(EngineWorkloads all) {
        Map<String, Supplier<Workload>> map = new LinkedHashMap<>();
        map.put("S1", all::setTraining);
        map.put("S1b", all::flowTraining);
        map.put("S2", all::sampling);
        map.put("S3", all::recurrentTraining);
        map.put("S4", all::convolutionalTraining);
        return map;
    }

    /** The other side of {@link Peer}. */
    private void serve(Optional<Supplier<Workload>> workload) {
        PrintWriter out = spec.commandLine().getOut();
        if (workload.isEmpty()) {
            out.println("none");
            return;
        }
        OwnTurns turns = new OwnTurns(workload.get().get(), WARM_UP_SECONDS);
        out.println("ready");
        out.flush();
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .forEach(seconds -> {
                    out.println(turns.turn(Double.parseDouble(seconds)));
                    out.flush();
                });
    }

    private void measure(Map<String, Supplier<Workload>> all, Workers workers) {
        PrintWriter out = spec.commandLine().getOut();
        OptionalDouble peak = FmaPeak.gflops(workers);
        out.printf(
                "kernels: %s; threads: %d; multiply-add peak: %s%n",
                Kernels.best().name(),
                workers.count(),
                peak.isPresent()
                        ? String.format(Locale.ROOT, "%.0f GFLOPS", peak.getAsDouble())
                        : "unknown without the module jdk.incubator.vector");
        out.printf("%-5s %-32s %10s %10s %10s %8s %8s%n", "", "", "median", "least", "most", "GFLOPS", "of peak");
        out.flush();
        Figures figures = new Figures(peak);
        all.forEach((name, maker) -> {
            if (only.isEmpty() || only.contains(name)) take(maker.get(), figures, out);
        });
        json.ifPresent(path -> WholeFile.write(
                path, file -> file.write((Json.indented(figures.json()) + "\n").getBytes(StandardCharsets.UTF_8))));
    }

    private void take(Workload workload, Figures figures, PrintWriter out) {
        List<String> names = new ArrayList<>();
        List<Contestant> contestants = new ArrayList<>();
        try {
            beside.forEach((name, command) -> Peer.start(name, List.of(command.split(" +")), workload.name())
                    .ifPresent(started -> {
                        names.add(name);
                        contestants.add(started);
                    }));
            contestants.addFirst(new OwnTurns(workload, WARM_UP_SECONDS));
            Turns turns = Turns.take(contestants, rounds, TURN_SECONDS);
            figures.print(workload, turns, names, out);
        } finally {
            contestants.forEach(Contestant::close);
        }
    }

    /** The measurements so far, as text and as JSON. */
    private static final class Figures {
        private final OptionalDouble peak;
        private final Map<String, Object> own = new LinkedHashMap<>();
        private final Map<String, Object> fractions = new LinkedHashMap<>();
        private final Map<String, Map<String, Object>> others = new LinkedHashMap<>();

        Figures(OptionalDouble peak) {
            this.peak = peak;
        }

        void print(Workload workload, Turns turns, List<String> names, PrintWriter out) {
            double unit = workload.seconds() ? 1 : 1e3;
            String figure = workload.name() + (workload.seconds() ? "_s" : "_ms");
            Turns.Spread mine = turns.of(0);
            double gflops = workload.flops() / mine.median() / 1e9;
            out.printf(
                    Locale.ROOT,
                    "%-5s %-32s %10.3f %10.3f %10.3f %8.1f %8s%n",
                    workload.name(),
                    workload.description() + (workload.seconds() ? ", s" : ", ms"),
                    mine.median() * unit,
                    mine.least() * unit,
                    mine.most() * unit,
                    gflops,
                    peak.isPresent() ? String.format(Locale.ROOT, "%.0f%%", 100 * gflops / peak.getAsDouble()) : "");
            own.put(figure, mine.median() * unit);
            peak.ifPresent(limit -> fractions.put(workload.name(), gflops / limit));
            for (int i = 0; i < names.size(); i++) {
                Turns.Spread theirs = turns.of(i + 1);
                Turns.Spread ratio = turns.ratio(i + 1);
                out.printf(
                        Locale.ROOT,
                        "        %-29s %10.3f %10.3f %10.3f   ratio %.2f (%.2f to %.2f)%n",
                        names.get(i),
                        theirs.median() * unit,
                        theirs.least() * unit,
                        theirs.most() * unit,
                        ratio.median(),
                        ratio.lower(),
                        ratio.upper());
                Map<String, Object> other = others.computeIfAbsent(names.get(i), name -> new LinkedHashMap<>());
                other.put(figure, theirs.median() * unit);
                other.put(
                        workload.name() + "_ratio",
                        Map.of("median", ratio.median(), "quartiles", List.of(ratio.lower(), ratio.upper())));
            }
            out.flush();
        }

        Map<String, Object> json() {
            Map<String, Object> all = new LinkedHashMap<>(own);
            peak.ifPresent(limit -> {
                all.put("fmaPeakGflops", limit);
                all.put("fractionOfPeak", fractions);
            });
            if (!others.isEmpty()) all.put("beside", others);
            return all;
        }
    }
}
