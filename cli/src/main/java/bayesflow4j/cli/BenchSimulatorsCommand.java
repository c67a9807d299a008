package bayesflow4j.cli;

import bayesflow4j.benchmarks.Simulators;
import bayesflow4j.storage.Json;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench simulators}: measures the paper's simulators on one core. */
@Command(
        name = "simulators",
        description = {
            "Measures the paper's simulators on one core: T or N = 500, 64 draws from the prior.",
            "Takes about half a minute. A step is a diffusion step for lfm, a time step for the others."
        },
        mixinStandardHelpOptions = true)
final class BenchSimulatorsCommand implements Runnable {
    @Option(names = "--json", description = "print JSON instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (!json) out.printf("%-20s %12s %12s %12s %12s%n", "model", "ms per batch", "ns per step", "best", "steps");
        List<Simulators.Result> results = Simulators.run(result -> {
            if (!json) print(out, result);
        });
        if (json) out.println(Json.indented(results));
        out.flush();
    }

    private static void print(PrintWriter out, Simulators.Result result) {
        out.printf(
                Locale.ROOT,
                "%-20s %12.2f %12.2f %12.2f %12d%n",
                result.name(),
                result.batchMillis(),
                result.stepNanos(),
                result.bestStepNanos(),
                result.steps());
        out.flush();
    }
}
