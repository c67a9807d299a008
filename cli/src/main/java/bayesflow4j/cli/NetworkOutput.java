package bayesflow4j.cli;

import bayesflow4j.data.WholeFile;
import bayesflow4j.method.Fitting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where training writes: FILE for the result, FILE.checkpoint for its state. */
final class NetworkOutput {
    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "file for the network, for example net.safetensors")
    private Optional<Path> output = Optional.empty();

    @Option(names = "--resume", description = "continue from FILE.checkpoint, with the same settings")
    private boolean resume;

    @Option(names = "--force", description = "overwrite an existing network or checkpoint")
    private boolean force;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    Optional<Path> named() {
        return output;
    }

    Path file() {
        return output.orElseThrow(() -> wrong("Missing required option: '--output=FILE'"));
    }

    Path checkpoint() {
        return file().resolveSibling(file().getFileName() + ".checkpoint");
    }

    /** Every minute to the checkpoint, and to those of the members of an ensemble. */
    Fitting.Checkpointing checkpointing() {
        return new Fitting.Checkpointing(checkpoint(), TrainCommand.CHECKPOINT_INTERVAL, resume);
    }

    boolean resume() {
        return resume;
    }

    /** Refuses a place that cannot be written, or that has something. */
    void requireFree() {
        Path file = file();
        Path directory = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(directory))
            throw new IllegalStateException("the directory " + directory + " does not exist; create it first");
        if (Files.isDirectory(file)) throw wrong("-o: expected a file name, got the directory " + file);
        WholeFile.requireWritable(file);
        if (force) return;
        if (Files.exists(file)) throw new IllegalStateException(file + " exists; choose another name or add --force");
        if (checkpointing().exists() && !resume)
            throw new IllegalStateException(checkpoint()
                    + " exists from an interrupted run; add --resume to continue, or --force to start over");
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
