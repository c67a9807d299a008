package bayesflow4j.cli;

import bayesflow4j.benchmarks.EngineWorkloads;
import bayesflow4j.benchmarks.FmaPeak;
import bayesflow4j.benchmarks.Measurement;
import bayesflow4j.benchmarks.Workload;
import bayesflow4j.data.WholeFile;
import bayesflow4j.engine.Kernels;
import bayesflow4j.engine.Workers;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench engine}: training steps and sampling at the sizes of the paper's networks. */
@Command(
        name = "engine",
        description = {
            "Measures training steps and sampling at the sizes of the paper's networks, on all cores.",
            "Each figure is the median of 7 repetitions after a warm-up; S1, S1b, S3 and S4 are milliseconds per",
            "step (forward, backward, clipping, Adam), S2 is seconds for 1000 × 2000 draws, random numbers included.",
            "Takes about two minutes; let nothing else run."
        },
        mixinStandardHelpOptions = true)
final class BenchEngineCommand implements Runnable {
    /** The compiler is at work for some six seconds of the first workload. */
    private static final double WARM_UP_SECONDS = 8;

    @Option(names = "--threads", paramLabel = "N", description = "default: all cores")
    private Optional<Integer> threads = Optional.empty();

    @Option(names = "--only", split = ",", paramLabel = "NAME", description = "some of S1,S1b,S2,S3,S4")
    private List<String> only = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "write the figures to this file too")
    private Optional<Path> json = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        int cores = threads.orElse(Runtime.getRuntime().availableProcessors());
        try (Workers workers = new Workers(cores)) {
            double peak = FmaPeak.gflops(workers);
            out.printf(
                    Locale.ROOT,
                    "kernels: %s; threads: %d; multiply-add peak: %.0f GFLOPS%n",
                    Kernels.best().name(),
                    cores,
                    peak);
            out.printf("%-5s %-28s %10s %10s %10s %8s %8s%n", "", "", "median", "least", "most", "GFLOPS", "of peak");
            Map<String, Object> figures = new LinkedHashMap<>();
            Map<String, Object> fractions = new LinkedHashMap<>();
            workloads(new EngineWorkloads(Kernels.best(), workers)).forEach((name, maker) -> {
                if (!only.isEmpty() && !only.contains(name)) return;
                Measurement m = measure(maker.get());
                print(out, m, peak);
                figures.put(name + (m.workload().seconds() ? "_s" : "_ms"), m.inUnit());
                fractions.put(name, m.gflops() / peak);
            });
            figures.put("fmaPeakGflops", peak);
            figures.put("fractionOfPeak", fractions);
            json.ifPresent(path -> WholeFile.write(
                    path, file -> file.write((Json.of(figures) + "\n").getBytes(StandardCharsets.UTF_8))));
        }
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

    private static Measurement measure(Workload workload) {
        if (workload.seconds()) return Measurement.of(workload, WARM_UP_SECONDS, 1);
        return Measurement.of(workload, WARM_UP_SECONDS, workload.flops() < 1e8 ? 300 : 40);
    }

    private static void print(PrintWriter out, Measurement m, double peak) {
        double unit = m.workload().seconds() ? 1 : 1e3;
        out.printf(
                Locale.ROOT,
                "%-5s %-28s %10.3f %10.3f %10.3f %8.1f %7.0f%%%n",
                m.workload().name(),
                m.workload().description() + (m.workload().seconds() ? ", s" : ", ms"),
                m.inUnit(),
                m.least() * unit,
                m.greatest() * unit,
                m.gflops(),
                100 * m.gflops() / peak);
        out.flush();
    }
}
