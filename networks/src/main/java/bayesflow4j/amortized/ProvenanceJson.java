package bayesflow4j.amortized;

import bayesflow4j.storage.Fields;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** A {@link Provenance} as JSON, and back. */
final class ProvenanceJson {
    private static final int MOST_POINTS = 1 << 20;

    private ProvenanceJson() {}

    static ObjectNode write(Provenance p) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("model", p.model());
        json.put("version", p.version());
        json.put("seed", p.seed());
        json.put("plan", p.plan());
        json.put("steps", p.steps());
        json.put("simulations", p.simulations());
        json.put("failedSimulations", p.failedSimulations());
        json.put("seconds", p.seconds());
        json.put("trainingLoss", p.trainingLoss());
        json.put("validationLoss", p.validationLoss());
        json.put("trained", p.trained().toString());
        ArrayNode history = json.putArray("history");
        for (LossPoint point : p.history()) history.add(write(point));
        return json;
    }

    private static ObjectNode write(LossPoint point) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("step", point.step())
                .put("training", point.training())
                .put("validation", point.validation());
    }

    static Provenance read(Fields json) {
        long most = Long.MAX_VALUE / 4;
        Provenance provenance = new Provenance(
                json.text("model"),
                json.text("version"),
                json.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                json.text("plan"),
                json.integer("steps", 0L, most),
                json.integer("simulations", 0L, most),
                json.integer("failedSimulations", 0L, most),
                json.number("seconds"),
                json.number("trainingLoss"),
                json.number("validationLoss"),
                Instant.parse(json.text("trained")),
                json.objects("history", MOST_POINTS).stream()
                        .map(ProvenanceJson::point)
                        .toList());
        json.end();
        return provenance;
    }

    private static LossPoint point(Fields json) {
        LossPoint point = new LossPoint(
                json.integer("step", 0L, Long.MAX_VALUE / 4), json.number("training"), json.number("validation"));
        json.end();
        return point;
    }
}
