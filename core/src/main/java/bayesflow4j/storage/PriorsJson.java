package bayesflow4j.storage;

import bayesflow4j.model.Prior;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The priors p(θ | Mⱼ) of the models of a comparison in its file. */
public final class PriorsJson {
    /** The field of a comparison that holds them. */
    public static final String FIELD = "priors";

    /** Earlier versions of the command line kept them in a note of this name. */
    private static final String NOTE = "priors";

    private PriorsJson() {}

    /** The prior of one model in the file of a comparison; none if it is not written there. */
    public static Optional<Prior> in(Path file, String model) throws IOException {
        return priors(file).stream()
                .filter(prior -> prior.model().equals(model))
                .findFirst()
                .flatMap(ModelPrior::prior);
    }

    private static List<ModelPrior> priors(Path file) throws IOException {
        Fields description = Fields.of("comparison", EstimatorFile.description(file));
        if (description.has(FIELD)) return ModelPrior.read(description, FIELD);
        return EstimatorFile.annotation(file, NOTE)
                .map(note -> ModelPrior.read(note, "models"))
                .orElse(List.of());
    }
}
