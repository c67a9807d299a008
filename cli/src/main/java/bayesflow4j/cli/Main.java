package bayesflow4j.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./bayesflow}: the list of commands. Exit codes: 0 done, 1 could not be done, 2 wrong use. */
@Command(
        name = "bayesflow",
        description = "Amortized Bayesian inference: train once on simulations, then a posterior costs milliseconds.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        subcommands = {
            ModelsCommand.class,
            SimulateCommand.class,
            DiagnoseCommand.class,
            BenchCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Main {
    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("bayesflow: " + message(failure));
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static String message(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
