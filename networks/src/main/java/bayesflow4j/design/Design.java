package bayesflow4j.design;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** The architecture of one part of a network: an immutable choice, written as {@code {kind: name, …}}. */
public interface Design {
    /** The name of its {@link DesignKind}. */
    String kind();

    /** Its settings by name, as values of {@link Json}; its kind reads them back. */
    Map<String, Object> settings();

    /** Kind and settings in written form. */
    default Map<String, Object> written() {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("kind", kind());
        written.putAll(settings());
        return written;
    }
}
