package bayesflow4j.training;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.HeadDesign;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.SummaryNetwork;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The sections {@code network}, {@code training} and {@code tune} of a model file, read as changes to defaults. */
final class Sections {
    private static final Overlay OVERLAY = new Overlay(
            Map.of(
                    "network.summary", SummaryNetwork.KINDS,
                    "network.head", HeadDesign.KINDS,
                    "training.rate", RateDesign.KINDS),
            List.of("training.budget"));

    private Sections() {}

    /** The design with these changes, refused if it does not fit the model. */
    static NetworkDesign network(NetworkDesign from, GenerativeModel model, Object changes) {
        Map<String, Object> network = OVERLAY.laid("network", DesignJson.write(from), changes);
        return inSection("network", () -> {
            NetworkDesign read = DesignJson.read(Fields.of("network", network));
            read.requireFits(model);
            return read;
        });
    }

    /** The plan with these changes. */
    static TrainingPlan training(TrainingPlan from, Object changes) {
        Map<String, Object> training = OVERLAY.laid("training", PlanJson.write(from), changes);
        return inSection("training", () -> PlanJson.read(Fields.of("training", training)));
    }

    /** The designs that a section {@code tune} lists, each a name and changes of the network; the standard ones if it lists none. */
    static List<Entrant> tune(NetworkDesign from, GenerativeModel model, Object section) {
        if (!(section instanceof Map<?, ?> tune)) throw new FieldException("tune", "expected settings, got " + section);
        for (Object key : tune.keySet())
            if (!key.equals("designs")) throw FieldException.unknown("tune." + key, List.of("designs"));
        if (tune.isEmpty()) return Entrant.handful(model, from);
        if (!(tune.get("designs") instanceof List<?> designs) || designs.size() < 2)
            throw new FieldException(
                    "tune.designs", "expected a list of two designs or more, got " + tune.get("designs"));
        List<Entrant> entrants = new ArrayList<>();
        for (int i = 0; i < designs.size(); i++) {
            Entrant entrant = entrant(from, model, designs.get(i), "tune.designs[" + i + "]");
            if (entrants.stream().anyMatch(other -> other.name().equals(entrant.name())))
                throw new FieldException("tune.designs[" + i + "].name", "expected a new name, got " + entrant.name());
            entrants.add(entrant);
        }
        return entrants;
    }

    private static Entrant entrant(NetworkDesign from, GenerativeModel model, Object written, String path) {
        if (!(written instanceof Map<?, ?> design) || !(design.get("name") instanceof String name))
            throw new FieldException(path, "expected a name and changes of the network, got " + written);
        Map<Object, Object> changes = new LinkedHashMap<>(design);
        changes.remove("name");
        try {
            return new Entrant(name, network(from, model, changes));
        } catch (FieldException e) {
            throw new FieldException(path, e.getMessage());
        }
    }

    private static <T> T inSection(String section, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (FieldException e) {
            throw e.path().startsWith(section) ? e : e.within(section);
        } catch (IllegalArgumentException e) {
            throw new FieldException(section, e.getMessage());
        }
    }
}
