package bayesflow4j.cli;

import bayesflow4j.external.OpenModel;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The MODEL argument of a command: the name of a built-in model, such as {@code sir:iota=0}, or a YAML file. */
final class ModelArgument {
    @Parameters(
            paramLabel = "MODEL",
            description = {
                "a built-in model, with options after a colon: sir, sir:iota=0 (see bayesflow models);",
                "or a model file: model.yaml (see docs/own-model.md)"
            })
    private String nameOrFile;

    @Option(
            names = "--workers",
            paramLabel = "W",
            description = "number of processes for an external simulator; default: one per core")
    private Optional<Integer> workers = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The argument as typed. */
    String nameOrFile() {
        return nameOrFile;
    }

    /** The number of processes that was asked for, if any. */
    Optional<Integer> workers() {
        return workers;
    }

    /** Opens the model. */
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
