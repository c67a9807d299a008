package bayesflow4j.cli;

import bayesflow4j.catalog.Models;
import bayesflow4j.external.ExternalSimulator;
import bayesflow4j.external.ModelFile;
import bayesflow4j.model.GenerativeModel;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** A model that is ready to simulate, and the file that it comes from, if any. Closing it ends its processes. */
    record Opened(GenerativeModel model, Optional<ModelFile> file, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    /** The model that was named. */
    Opened open() {
        int processes = workers.orElse(Runtime.getRuntime().availableProcessors());
        if (processes < 1) throw wrong("--workers: expected at least 1, got " + processes);
        try {
            return resolve(nameOrFile, processes);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    /** The model of this name, or of this file if it is called {@code *.yaml} or {@code *.yml}. */
    static Opened resolve(String nameOrFile, int workers) {
        if (!nameOrFile.endsWith(".yaml") && !nameOrFile.endsWith(".yml")) return named(nameOrFile);
        ModelFile file = ModelFile.read(Path.of(nameOrFile));
        ExternalSimulator simulator = file.open(workers);
        return new Opened(file.model(simulator), Optional.of(file), simulator::close);
    }

    private static Opened named(String name) {
        try {
            return new Opened(Models.named(name), Optional.empty(), () -> {});
        } catch (IllegalArgumentException e) {
            if (!Files.isRegularFile(Path.of(name))) throw e;
            throw new IllegalArgumentException("The file of a model ends in .yaml, got " + name, e);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
