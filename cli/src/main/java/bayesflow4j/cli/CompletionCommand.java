package bayesflow4j.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow completion}: prints a completion script for bash and zsh. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands and options in bash and zsh.",
        footer = {"", "Example:", "  source <(bayesflow completion)"},
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("bayesflow", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
