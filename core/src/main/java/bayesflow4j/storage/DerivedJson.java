package bayesflow4j.storage;

import bayesflow4j.posterior.Derived;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link Derived} quantities as a note in an estimator's file, and back. */
public final class DerivedJson {
    private static final String NOTE = "derived";
    private static final int MOST = 10_000;

    private DerivedJson() {}

    /** Keeps the quantities in the file of an estimator; none leave the file as it is. */
    public static void store(Path file, Derived derived) throws IOException {
        if (derived.isEmpty()) return;
        List<Object> formulas = new ArrayList<>();
        derived.definitions().forEach((name, text) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("name", name);
            entry.put("formula", text);
            entry.put("shown", derived.names().contains(name));
            formulas.add(entry);
        });
        EstimatorFile.annotate(file, NOTE, Map.of("formulas", formulas));
    }

    /** The quantities in the file of an estimator of these parameters; none if it has no such note. */
    public static Derived in(Path file, List<String> parameters) throws IOException {
        Optional<Fields> note = EstimatorFile.annotation(file, NOTE);
        if (note.isEmpty()) return Derived.none();
        Map<String, String> definitions = new LinkedHashMap<>();
        List<String> hidden = new ArrayList<>();
        for (Fields entry : note.get().objects("formulas", MOST)) {
            definitions.put(entry.text("name"), entry.text("formula"));
            if (!entry.flag("shown")) hidden.add(entry.text("name"));
        }
        return Derived.of(parameters, definitions).without(hidden);
    }
}
