package bayesflow4j.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./bayesflow completion}: a script that lets bash and zsh complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a script with which bash and zsh complete commands and options.",
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
