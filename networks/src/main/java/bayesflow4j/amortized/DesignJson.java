package bayesflow4j.amortized;

import bayesflow4j.head.HeadDesign;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.SummaryNetwork;
import java.util.LinkedHashMap;
import java.util.Map;

/** A {@link NetworkDesign} as files and model descriptions hold it, and back. */
public final class DesignJson {
    private DesignJson() {}

    /** The design, values as {@link bayesflow4j.storage.Json} has them. */
    public static Map<String, Object> write(NetworkDesign design) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("summary", design.summary().written());
        json.put("head", design.head().written());
        json.put("regression", design.regression());
        return json;
    }

    /** The design that {@link #write} wrote. */
    public static NetworkDesign read(Fields json) {
        NetworkDesign design = new NetworkDesign(
                SummaryNetwork.KINDS.read(json.object("summary")),
                HeadDesign.KINDS.read(json.object("head")),
                json.flag("regression"));
        json.end();
        return design;
    }
}
