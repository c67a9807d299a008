package bayesflow4j.design;

import bayesflow4j.storage.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a part of a network looks like: an immutable choice that files and people write as {@code {kind: name, …}}. */
public interface Design {
    /** The name of its {@link DesignKind}. */
    String kind();

    /** Its settings by name, values as {@link Json} has them; its kind reads them back. */
    Map<String, Object> settings();

    /** Kind and settings, as they are written. */
    default Map<String, Object> written() {
        Map<String, Object> written = new LinkedHashMap<>();
        written.put("kind", kind());
        written.putAll(settings());
        return written;
    }
}
