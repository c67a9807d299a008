package bayesflow4j.cli;

import bayesflow4j.benchmarks.TrainingSpeed;
import bayesflow4j.storage.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench training}: measures the whole pipeline, simulation and training together. */
@Command(
        name = "training",
        description = {
            "Measures simulation and training together, for the paper's models with the paper's designs.",
            "Takes --seconds per model; run nothing else meanwhile."
        },
        mixinStandardHelpOptions = true)
final class BenchTrainingCommand implements Runnable {
    @Option(names = "--seconds", defaultValue = "20", description = "time per model; default: ${DEFAULT-VALUE}")
    private double seconds;

    @Option(names = "--only", split = ",", paramLabel = "MODEL", description = "models to run; default: all")
    private List<String> only = TrainingSpeed.models();

    @Option(names = "--json", description = "print JSON instead of a table")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (!json) out.printf("%-16s %6s %12s %16s %10s%n", "model", "batch", "steps/s", "simulations/s", "waiting");
        List<TrainingSpeed.Result> results = new ArrayList<>();
        for (String model : only) {
            TrainingSpeed.Result r = TrainingSpeed.measure(model, seconds);
            results.add(r);
            if (json) continue;
            out.printf(
                    Locale.ROOT,
                    "%-16s %6d %12.1f %16.0f %9.0f%%%n",
                    r.model(),
                    r.batch(),
                    r.stepsPerSecond(),
                    r.simulationsPerSecond(),
                    100 * r.waitingShare());
            out.flush();
        }
        if (json) out.println(Json.indented(results));
    }
}
