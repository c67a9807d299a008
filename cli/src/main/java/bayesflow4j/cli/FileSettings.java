package bayesflow4j.cli;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.external.YamlNode;
import bayesflow4j.external.YamlPlace;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.notation.Spelling;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Identity;
import bayesflow4j.summary.Invariant;
import bayesflow4j.summary.Recurrent;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.TrainingPlan;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sections {@code network} and {@code training} of a model file: each key replaces its default, the others stay. */
final class FileSettings {
    private static final List<String> BUDGETS = List.of("steps", "minutes", "simulations");

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** What is completed by the rest of its kind when only the kind is named. */
    private final List<ObjectNode> kinds;

    private FileSettings(Stream<ObjectNode> kinds) {
        this.kinds = kinds.toList();
    }

    static NetworkDesign design(GenerativeModel model, Optional<YamlNode.Section> section) {
        NetworkDesign defaults = NetworkDesign.of(model);
        FileSettings settings =
                new FileSettings(Stream.of(new Identity(), Invariant.DEFAULT, Recurrent.DEFAULT, Convolutional.DEFAULT)
                        .map(summary -> (ObjectNode)
                                DesignJson.write(defaults.withSummary(summary)).get("summary")));
        Function<Fields, NetworkDesign> reader = json -> {
            NetworkDesign design = DesignJson.read(json);
            design.requireFits(model.kind(), model.count().least());
            return design;
        };
        return section.map(s -> settings.read("network", DesignJson.write(defaults), s, reader))
                .orElse(defaults);
    }

    static TrainingPlan plan(GenerativeModel model, Optional<YamlNode.Section> section) {
        TrainingPlan defaults = TrainingPlan.of(model);
        FileSettings settings = new FileSettings(
                Stream.of(TrainingPlan.DEFAULT.rate(), RateDesign.Decay.PAPER, new RateDesign.Constant(1e-3f))
                        .map(rate -> (ObjectNode)
                                PlanJson.write(defaults.withRate(rate)).get("rate")));
        return section.map(s -> settings.read("training", PlanJson.write(defaults), s, PlanJson::read))
                .orElse(defaults);
    }

    private <T> T read(String name, ObjectNode defaults, YamlNode.Section section, Function<Fields, T> reader) {
        ObjectNode merged = merged(defaults, section);
        try {
            return reader.apply(Fields.of(name, merged));
        } catch (IllegalArgumentException e) {
            throw place(section, e.getMessage()).wrong(e.getMessage());
        }
    }

    private ObjectNode merged(ObjectNode defaults, YamlNode.Section section) {
        ObjectNode base = section.findText("kind")
                .map(kind -> ofKind(defaults, kind))
                .orElse(defaults)
                .deepCopy();
        List<String> known = new ArrayList<>();
        base.fieldNames().forEachRemaining(known::add);
        section.requireOnly(known.toArray(String[]::new));
        section.entries().forEach((key, entry) -> {
            if (key.equals("budget")) base.set(key, budget(section.section(key)));
            else if (base.get(key).isObject()) base.set(key, merged((ObjectNode) base.get(key), section.section(key)));
            else base.set(key, json(entry.value()));
        });
        return base;
    }

    private ObjectNode ofKind(ObjectNode defaults, YamlNode.Text kind) {
        if (defaults.path("kind").asText().equals(kind.text())) return defaults;
        List<String> names = kinds.stream().map(k -> k.get("kind").asText()).toList();
        return kinds.stream()
                .filter(k -> k.get("kind").asText().equals(kind.text()))
                .findFirst()
                .orElseThrow(() -> kind.place()
                        .wrong("unknown kind \"" + kind.text() + '"'
                                + Spelling.nearest(kind.text(), names)
                                        .map(near -> "; did you mean \"" + near + "\"?")
                                        .orElse(".")
                                + " There are: " + String.join(", ", names) + '.'));
    }

    /** One of the three, which excludes the others. */
    private static ObjectNode budget(YamlNode.Section section) {
        section.requireOnly(BUDGETS.toArray(String[]::new));
        if (section.keys().size() != 1)
            throw section.place().wrong("budget: expected one of " + String.join(", ", BUDGETS));
        return (ObjectNode) json(section);
    }

    private static JsonNode json(YamlNode node) {
        return switch (node) {
            case YamlNode.Text text -> scalar(text.text());
            case YamlNode.Items items -> {
                ArrayNode array = JSON.arrayNode();
                items.items().forEach(item -> array.add(json(item)));
                yield array;
            }
            case YamlNode.Section section -> {
                ObjectNode object = JSON.objectNode();
                section.entries().forEach((key, entry) -> object.set(key, json(entry.value())));
                yield object;
            }
        };
    }

    private static JsonNode scalar(String text) {
        if (text.equals("true") || text.equals("false")) return JSON.booleanNode(text.equals("true"));
        try {
            return JSON.numberNode(Long.parseLong(text.replace("_", "")));
        } catch (NumberFormatException notWhole) {
            try {
                return JSON.numberNode(Double.parseDouble(text));
            } catch (NumberFormatException notANumber) {
                return JSON.textNode(text);
            }
        }
    }

    /** Where the value is that a message such as {@code network.summary.width: expected …} is about. */
    private static YamlPlace place(YamlNode.Section section, String message) {
        String[] path = message.split(":", 2)[0].split("[.\\[]");
        YamlNode node = section;
        for (String key : path)
            if (node instanceof YamlNode.Section inner && inner.find(key).isPresent()) node = inner.require(key);
        return node.place();
    }
}
