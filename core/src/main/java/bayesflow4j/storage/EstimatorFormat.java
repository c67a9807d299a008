package bayesflow4j.storage;

import bayesflow4j.model.Domain;
import bayesflow4j.posterior.Estimator;
import java.util.Map;
import java.util.Optional;

/**
 * The file format of one kind of estimator. A provider lists its class in
 * {@code META-INF/services/bayesflow4j.storage.EstimatorFormat}; {@link EstimatorFile} finds it by name.
 */
public interface EstimatorFormat {
    /** The name of the format in files, for example {@code network}. */
    String name();

    /** Whether this format can store the estimator. */
    boolean writes(Estimator estimator);

    /** The content of a file from which {@link #read} makes the estimator again. */
    Content write(Estimator estimator);

    /**
     * The estimator that was written.
     *
     * @param format of the file
     * @param domain of its parameters, where the file cannot describe it
     * @throws IllegalArgumentException with what was expected and what was found
     */
    Estimator read(Content content, int format, Optional<Domain> domain);

    /**
     * A description and named arrays.
     *
     * @param description fields by name, of values that {@link Json} writes
     * @param arrays of floats by name, in their order
     * @param integers arrays of integers by name, in their order
     */
    record Content(
            Map<String, Object> description,
            Map<String, Safetensors.Array> arrays,
            Map<String, Safetensors.Integers> integers) {
        /** Floats only. */
        public Content(Map<String, Object> description, Map<String, Safetensors.Array> arrays) {
            this(description, arrays, Map.of());
        }
    }
}
