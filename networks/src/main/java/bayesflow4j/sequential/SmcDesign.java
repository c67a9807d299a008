package bayesflow4j.sequential;

import bayesflow4j.classical.smc.SmcPlan;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The settings of ABC-SMC.
 *
 * @param distance between data sets
 * @param plan of the populations
 */
record SmcDesign(Kind distance, SmcPlan plan) {
    private static final String SECTION = SequentialPlan.SECTION;
    static final Map<String, String> MEANINGS = Map.of(
            "case.distance",
                    "mmd: between the rows of data sets; columns: the sum of MMDs of each column; euclidean: of a vector, scaled;"
                            + " learned: of posterior means by a network",
            "case.particles", "particles of each population",
            "case.populations", "populations at most, the first being the prior; what --rounds sets",
            "case.quantile", "quantile of the distances of a population that is the next ε",
            "case.epsilons", "ε of each population after the first; empty: by the quantile",
            "case.epsilon", "ε at which to end; 0: none",
            "case.simulations", "simulations at most; 0: no limit",
            "case.acceptance", "accepted share of candidates below which to end");

    /** The distance between data sets. */
    enum Kind {
        /** MMD² of rows. */
        MMD,
        /** The sum over columns of their MMD². */
        COLUMNS,
        /** Euclidean, of data that are one vector. */
        EUCLIDEAN,
        /** Euclidean, of posterior means that a network learns from the first population. */
        LEARNED
    }

    static SmcDesign of(GenerativeModel model, Fitting fitting) {
        Map<String, Object> settings = usual(model);
        Object changes = fitting.settings().getOrDefault(SECTION, Map.of());
        if (!(changes instanceof Map<?, ?> entries))
            throw new FieldException(SECTION, "expected settings by name, got " + changes);
        entries.forEach((key, value) -> {
            // A round of other methods is a population here.
            String name = key.equals("rounds") ? "populations" : key.toString();
            if (!settings.containsKey(name)) throw FieldException.unknown(SECTION + "." + name, settings.keySet());
            settings.put(name, value);
        });
        fitting.budget().ifPresent(budget -> {
            if (!(budget instanceof Budget.Simulations(long count)))
                throw new IllegalArgumentException("budget: expected a number of simulations, got " + budget);
            settings.put("simulations", count);
        });
        return read(Fields.of(SECTION, settings), model);
    }

    private static Map<String, Object> usual(GenerativeModel model) {
        Kind distance = switch (model.kind()) {
            case SET -> Kind.MMD;
            case VECTOR -> Kind.EUCLIDEAN;
            case SERIES -> Kind.LEARNED;
        };
        return new LinkedHashMap<>(new SmcDesign(distance, SmcPlan.DEFAULT).written());
    }

    private static SmcDesign read(Fields fields, GenerativeModel model) {
        Kind distance = fields.choice("distance", Kind.class);
        if (distance == Kind.EUCLIDEAN && model.kind() != DataKind.VECTOR)
            throw fields.wrong(
                    "distance", "expected data that are one vector for euclidean; mmd and learned read others");
        long simulations = fields.integer("simulations", 0L, Long.MAX_VALUE / 4);
        try {
            return new SmcDesign(
                    distance,
                    new SmcPlan(
                            fields.integer("particles", 10, 10_000_000),
                            fields.integer("populations", 1, 10_000),
                            fields.number("quantile"),
                            fields.numbersUpTo("epsilons", 10_000),
                            fields.number("epsilon"),
                            simulations == 0 ? SmcPlan.DEFAULT.simulations() : simulations,
                            fields.number("acceptance")));
        } catch (FieldException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new FieldException(SECTION, e.getMessage());
        }
    }

    Map<String, Object> written() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("distance", distance.name().toLowerCase(Locale.ROOT));
        json.put("particles", plan.particles());
        json.put("populations", plan.populations());
        json.put("quantile", plan.quantile());
        json.put("epsilons", plan.epsilons());
        json.put("epsilon", plan.target());
        json.put("simulations", plan.simulations() == SmcPlan.DEFAULT.simulations() ? 0L : plan.simulations());
        json.put("acceptance", plan.leastAcceptance());
        return json;
    }
}
