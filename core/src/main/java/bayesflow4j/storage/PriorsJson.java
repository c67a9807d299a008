package bayesflow4j.storage;

import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.model.notation.NotationException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The priors p(θ | Mⱼ) of the models of a comparison as a note in its file, and back. */
public final class PriorsJson {
    private static final String NOTE = "priors";
    private static final int MOST = 10_000;

    private PriorsJson() {}

    /** Keeps the priors that can be written in the notation of model files. */
    public static void store(Path file, List<GenerativeModel> models) throws IOException {
        List<Object> entries = new ArrayList<>();
        for (GenerativeModel model : models) {
            Prior prior = model.prior();
            if (prior.notation().size() != prior.dimension()) continue;
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("model", model.name());
            entry.put("count", prior.dimension());
            entry.put("parameters", prior.names());
            entry.put("priors", prior.notation());
            entries.add(entry);
        }
        EstimatorFile.annotate(file, NOTE, Map.of("models", entries));
    }

    /** The prior of one model in the file of a comparison; none if it is not written there. */
    public static Optional<Prior> in(Path file, String model) throws IOException {
        Optional<Fields> note = EstimatorFile.annotation(file, NOTE);
        if (note.isEmpty()) return Optional.empty();
        for (Fields entry : note.get().objects("models", MOST)) {
            if (!entry.text("model").equals(model)) continue;
            int count = entry.integer("count", 0, MOST);
            if (count == 0) return Optional.of(Prior.none());
            try {
                return Optional.of(Prior.parse(entry.texts("parameters", count), entry.texts("priors", count)));
            } catch (NotationException e) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
