package bayesflow4j.cli;

import bayesflow4j.data.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CompletionException;
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
            CompareCommand.class,
            InferCommand.class,
            FitCommand.class,
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

    /** A command line that can be pasted: the program as it was called, and words in quotes where they need them. */
    static String command(String... words) {
        StringBuilder line = new StringBuilder(quoted(System.getProperty("bayesflow.command", "bayesflow")));
        for (String word : words) line.append(' ').append(quoted(word));
        return line.toString();
    }

    private static String quoted(String word) {
        return word.matches("[\\p{L}\\p{N}_./:=,+\\\\-]+") ? word : "'" + word + "'";
    }

    private static String message(Throwable failure) {
        return switch (failure) {
            case CompletionException e when e.getCause() != null -> message(e.getCause());
            case UncheckedIOException e when e.getMessage().equals(e.getCause().toString()) -> message(e.getCause());
            case FileSystemException e when e.getReason() != null -> e.getFile() + ": " + WholeFile.reason(e);
            case IOException e -> WholeFile.reason(e);
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
