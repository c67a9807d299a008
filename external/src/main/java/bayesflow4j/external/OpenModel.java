package bayesflow4j.external;

import bayesflow4j.catalog.Models;
import bayesflow4j.model.GenerativeModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model that is ready to simulate: one of the catalog by its name, such as {@code sir:iota=0}, or one's own in a YAML file.
 * Closing it ends the processes of its simulator.
 */
public final class OpenModel implements AutoCloseable {
    private final GenerativeModel model;
    private final Optional<ModelFile> file;
    private final Runnable end;

    private OpenModel(GenerativeModel model, Optional<ModelFile> file, Runnable end) {
        this.model = model;
        this.file = file;
        this.end = end;
    }

    /**
     * The model of this name, or of this file if it is called {@code *.yaml} or {@code *.yml}.
     *
     * @param workers processes of an external simulator that may run at the same time
     * @throws IllegalArgumentException if nothing has this name
     * @throws ModelFileException where the file is wrong, with line and column
     */
    public static OpenModel of(String nameOrFile, int workers) {
        if (!nameOrFile.endsWith(".yaml") && !nameOrFile.endsWith(".yml")) return named(nameOrFile);
        ModelFile file = ModelFile.read(Path.of(nameOrFile));
        ExternalSimulator simulator = file.open(workers);
        return new OpenModel(file.model(simulator), Optional.of(file), simulator::close);
    }

    private static OpenModel named(String name) {
        try {
            return new OpenModel(Models.named(name), Optional.empty(), () -> {});
        } catch (IllegalArgumentException e) {
            if (!Files.isRegularFile(Path.of(name))) throw e;
            throw new IllegalArgumentException("The file of a model ends in .yaml, got " + name, e);
        }
    }

    /** The model. */
    public GenerativeModel model() {
        return model;
    }

    /** The file that it comes from, if it comes from one. */
    public Optional<ModelFile> file() {
        return file;
    }

    @Override
    public void close() {
        end.run();
    }
}
