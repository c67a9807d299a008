package bayesflow4j.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow bench …}: measures speed on fixed workloads, one subcommand each. */
@Command(
        name = "bench",
        description = "Measures speed on fixed workloads.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BenchSimulatorsCommand.class,
            BenchEngineCommand.class,
            BenchTrainingCommand.class,
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
