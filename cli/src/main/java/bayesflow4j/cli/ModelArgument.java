package bayesflow4j.cli;

import bayesflow4j.external.OpenModel;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The MODEL of a command: a ready one by its name, such as {@code sir:iota=0}, or one's own in a YAML file. */
final class ModelArgument {
    @Parameters(
            paramLabel = "MODEL",
            description = {
                "name of a model, options after a colon: sir, sir:iota=0 (see bayesflow models);",
                "or a file of your own: model.yaml (see docs/own-model.md)"
            })
    private String nameOrFile;

    @Option(
            names = "--workers",
            paramLabel = "W",
            description = "processes of a simulator of your own; default: one per processor")
    private Optional<Integer> workers = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** As it was written. */
    String nameOrFile() {
        return nameOrFile;
    }

    /** The model that was named. */
    OpenModel open() {
        int processes = workers.orElse(Runtime.getRuntime().availableProcessors());
        if (processes < 1) throw wrong("--workers: expected at least 1, got " + processes);
        try {
            return OpenModel.of(nameOrFile, processes);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
