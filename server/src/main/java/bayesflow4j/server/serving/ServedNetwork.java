package bayesflow4j.server.serving;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.Likeness;
import bayesflow4j.check.Standing;
import bayesflow4j.model.Parameter;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.posterior.Schema;
import bayesflow4j.storage.DerivedJson;
import bayesflow4j.storage.EstimatorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * x ↦ p(θ | x) under a name.
 *
 * @param name under which it is served
 * @param estimator that answers
 * @param reference what it learned from, to which observed data are compared
 * @param standing how it was trained and checked
 * @param derived quantities that are reported with the parameters
 */
public record ServedNetwork(
        String name, Estimator estimator, Likeness.Reference reference, Standing standing, Derived derived) {
    private static final String ENDING = ".safetensors";

    /** An estimator under a name. */
    public static ServedNetwork of(String name, Estimator estimator) {
        return of(name, estimator, Optional.empty(), Derived.none());
    }

    private static ServedNetwork of(String name, Estimator estimator, Optional<CheckRecord> check, Derived derived) {
        return new ServedNetwork(
                name, estimator, Likeness.Reference.of(estimator), Standing.of(estimator, check), derived);
    }

    /** The estimator in a file, called as the file is without its ending. */
    public static ServedNetwork read(Path file) throws IOException {
        Estimator estimator = EstimatorFile.read(file);
        return of(
                name(file),
                estimator,
                CheckRecord.in(file),
                DerivedJson.in(file, estimator.schema().parameterNames()));
    }

    /** What the estimator in a file is called. */
    public static String name(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    }

    /** What it infers from what, and how it was made. */
    public Map<String, Object> description() {
        Schema schema = estimator.schema();
        Provenance from = estimator.provenance();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("model", from.model());
        fields.put("method", from.method());
        fields.put(
                "parameters",
                schema.parameters().stream().map(ServedNetwork::parameter).toList());
        if (!derived.isEmpty()) fields.put("derived", derived.definitions());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", schema.kind().name().toLowerCase(Locale.ROOT));
        data.put("columns", schema.columnNames());
        data.put("least_rows", schema.count().least());
        data.put("most_rows", schema.count().most());
        fields.put("data", data);
        fields.put("made", from.made().toString());
        fields.put("version", from.version());
        fields.put("seed", from.seed());
        fields.put("simulations", from.simulations());
        fields.put("seconds", from.seconds());
        from.training().ifPresent(training -> {
            fields.put("steps", training.steps());
            fields.put("validation_loss", training.validationLoss());
        });
        return fields;
    }

    private static Map<String, Object> parameter(Parameter parameter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", parameter.name());
        if (Double.isFinite(parameter.support().lower()))
            fields.put("lower", parameter.support().lower());
        if (Double.isFinite(parameter.support().upper()))
            fields.put("upper", parameter.support().upper());
        return fields;
    }

    /** The names of the parameters. */
    List<String> parameters() {
        return estimator.schema().parameterNames();
    }

    /** The names of the parameters and of the quantities derived from them, as draws have them. */
    List<String> quantities() {
        List<String> names = new ArrayList<>(parameters());
        names.addAll(derived.names());
        return names;
    }
}
