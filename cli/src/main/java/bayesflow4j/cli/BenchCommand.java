package bayesflow4j.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench …}: measures speed and accuracy on fixed workloads, one subcommand each. */
@Command(
        name = "bench",
        description = "Measures speed and accuracy on fixed workloads.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchSimulatorsCommand.class,
            BenchEngineCommand.class,
            BenchTrainingCommand.class,
            BenchAccuracyCommand.class,
            BenchComparisonCommand.class,
            BenchServingCommand.class,
            BenchSparkCommand.class,
            CommandLine.HelpCommand.class
        })
final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No workload given. Try: bayesflow bench simulators");
    }
}
