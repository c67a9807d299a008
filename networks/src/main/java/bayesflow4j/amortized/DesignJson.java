package bayesflow4j.amortized;

import bayesflow4j.head.HeadDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.SummaryNetwork;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Converts a {@link NetworkDesign} to and from its form in files and model descriptions. */
public final class DesignJson {
    private static final String DISCRETE = "discrete";

    private DesignJson() {}

    /** The design as values of {@link bayesflow4j.storage.Json}. */
    public static Map<String, Object> write(NetworkDesign design) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("summary", design.summary().written());
        json.put("head", design.head().written());
        json.put("regression", design.regression());
        design.discrete().ifPresent(layers -> {
            Map<String, Object> settings = new LinkedHashMap<>();
            layers.writeTo(settings);
            json.put(DISCRETE, settings);
        });
        return json;
    }

    /** The design that {@link #write} wrote. */
    public static NetworkDesign read(Fields json) {
        NetworkDesign design = new NetworkDesign(
                SummaryNetwork.KINDS.read(json.object("summary")),
                HeadDesign.KINDS.read(json.object("head")),
                json.flag("regression"),
                json.has(DISCRETE) ? Optional.of(discrete(json.object(DISCRETE))) : Optional.empty());
        json.end();
        return design;
    }

    private static HiddenLayers discrete(Fields settings) {
        HiddenLayers layers = HiddenLayers.read(settings);
        settings.end();
        return layers;
    }
}
