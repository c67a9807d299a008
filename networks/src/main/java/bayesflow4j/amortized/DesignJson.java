package bayesflow4j.amortized;

import bayesflow4j.engine.kernel.Activation;
import bayesflow4j.flow.CouplingDesign;
import bayesflow4j.flow.CouplingDesign.Linear;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Pool;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.summary.SummaryNetwork;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** A {@link NetworkDesign} as JSON, and back: what files and model descriptions hold. */
public final class DesignJson {
    private static final int WIDEST = 1 << 14;
    private static final int DEEPEST = 50;
    private static final int MOST_BLOCKS = 500;

    private DesignJson() {}

    public static ObjectNode write(NetworkDesign design) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("summary", write(design.summary()));
        json.put("blocks", design.blocks());
        ObjectNode coupling = json.putObject("coupling");
        ArrayNode hidden = coupling.putArray("hidden");
        design.coupling().hidden().forEach(hidden::add);
        coupling.put("activation", name(design.coupling().activation()));
        coupling.put("clamp", design.coupling().clamp());
        coupling.put("linear", design.coupling().linear() == Linear.SHIFTS);
        coupling.put("regression", design.coupling().linear() == Linear.REGRESSION);
        return json;
    }

    private static ObjectNode write(SummaryNetwork summary) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        switch (summary) {
            case Identity() -> json.put("kind", "identity");
            case Invariant(int modules, int width, int depth, int out, Pool pool) ->
                json.put("kind", "invariant")
                        .put("modules", modules)
                        .put("width", width)
                        .put("depth", depth)
                        .put("out", out)
                        .put("pool", name(pool));
            case Recurrent(int units, int hidden, int out) ->
                json.put("kind", "recurrent")
                        .put("units", units)
                        .put("hidden", hidden)
                        .put("out", out);
            case Convolutional convolutional -> {
                ArrayNode list = json.put("kind", "convolutional").putArray("convolutions");
                for (Convolutional.Filters f : convolutional.convolutions())
                    list.addObject()
                            .put("count", f.count())
                            .put("size", f.size())
                            .put("stride", f.stride());
                json.put("out", convolutional.out()).put("pool", name(convolutional.pool()));
            }
        }
        return json;
    }

    public static NetworkDesign read(Fields json) {
        Fields coupling = json.object("coupling");
        NetworkDesign design = new NetworkDesign(
                summary(json.object("summary")),
                json.integer("blocks", 1, MOST_BLOCKS),
                new CouplingDesign(
                        coupling.integers("hidden", 1, WIDEST, DEEPEST),
                        coupling.choice("activation", Activation.class),
                        (float) coupling.number("clamp"),
                        linear(coupling)));
        coupling.end();
        json.end();
        return design;
    }

    /** The first files did not say it: their networks learned all by themselves. */
    private static Linear linear(Fields coupling) {
        boolean shifts = coupling.has("linear") && coupling.flag("linear");
        boolean regression = coupling.has("regression") && coupling.flag("regression");
        if (shifts && regression)
            throw new IllegalArgumentException("coupling: expected linear or regression to be true, not both");
        return shifts ? Linear.SHIFTS : regression ? Linear.REGRESSION : Linear.NONE;
    }

    private static SummaryNetwork summary(Fields json) {
        String kind = json.text("kind");
        SummaryNetwork summary = switch (kind) {
            case "identity" -> new Identity();
            case "invariant" ->
                new Invariant(
                        json.integer("modules", 0, DEEPEST),
                        json.integer("width", 1, WIDEST),
                        json.integer("depth", 1, DEEPEST),
                        json.integer("out", 1, WIDEST),
                        pool(json));
            case "recurrent" ->
                new Recurrent(
                        json.integer("units", 1, WIDEST),
                        json.integer("hidden", 1, WIDEST),
                        json.integer("out", 1, WIDEST));
            case "convolutional" ->
                new Convolutional(
                        json.objects("convolutions", DEEPEST).stream()
                                .map(DesignJson::filters)
                                .toList(),
                        json.integer("out", 1, WIDEST),
                        pool(json));
            default ->
                throw new IllegalArgumentException(
                        "summary.kind: expected identity, invariant, recurrent or convolutional, got " + kind);
        };
        json.end();
        return summary;
    }

    /** The first files did not say it: all of their networks took means. */
    private static Pool pool(Fields json) {
        return json.has("pool") ? json.choice("pool", Pool.class) : Pool.MEAN;
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static Convolutional.Filters filters(Fields json) {
        Convolutional.Filters filters = new Convolutional.Filters(
                json.integer("count", 1, WIDEST), json.integer("size", 1, WIDEST), json.integer("stride", 1, WIDEST));
        json.end();
        return filters;
    }
}
