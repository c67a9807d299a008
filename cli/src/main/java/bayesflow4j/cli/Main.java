package bayesflow4j.cli;

import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./bayesflow}: the list of commands. Exit codes: 0 success, 1 failure, 2 usage error, 130 stopped by Ctrl-C. */
@Command(
        name = "bayesflow",
        description = "Amortized Bayesian inference: train once on simulations, then get posteriors in milliseconds.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Start with:  bayesflow quickstart",
            "Help:        bayesflow COMMAND --help",
            "Exit codes:  0 success, 1 failure, 2 usage error, 130 stopped by Ctrl-C"
        },
        subcommands = {
            QuickstartCommand.class,
            ModelsCommand.class,
            MethodsCommand.class,
            SimulateCommand.class,
            TrainCommand.class,
            InferCommand.class,
            CheckCommand.class,
            DiagnoseCommand.class,
            InfoCommand.class,
            StudioCommand.class,
            ServeCommand.class,
            ReproduceCommand.class,
            BenchCommand.class,
            VersionCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class
        })
public final class Main implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        ErrorStream.open();
        CommandLine line = commandLine()
                .setOut(new PrintWriter(System.out, false, System.out.charset()))
                .setErr(new PrintWriter(System.err, true, System.err.charset()));
        int code = line.execute(args);
        line.getOut().flush();
        System.exit(code);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("bayesflow: " + message(failure));
                    return CommandLine.ExitCode.SOFTWARE;
                })
                .setParameterExceptionHandler((failure, arguments) -> {
                    CommandLine command = failure.getCommandLine();
                    command.getErr().println("bayesflow: " + failure.getMessage());
                    CommandLine.UnmatchedArgumentException.printSuggestions(failure, command.getErr());
                    command.getErr().println("Help: " + command.getCommandSpec().qualifiedName() + " --help");
                    return CommandLine.ExitCode.USAGE;
                })
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "No command given. Try: bayesflow quickstart");
    }

    private static String message(Exception failure) {
        return switch (failure) {
            case NoSuchFileException e -> e.getFile() + ": no such file or directory";
            case AccessDeniedException e -> e.getFile() + ": permission denied";
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
