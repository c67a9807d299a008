package bayesflow4j.reference;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.Networks;
import bayesflow4j.method.Budget;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.ObservationCount;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.FieldException;
import bayesflow4j.storage.Fields;
import bayesflow4j.summary.Identity;
import bayesflow4j.training.FlowMethod;
import bayesflow4j.training.NeuralMethod;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.Trainer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a fitting says about the table of simulations and the network that computes its statistics.
 *
 * <p>A budget of so many simulations is for both: the network trains on what the table leaves, which is at least half unless
 * the settings say how large the table is. Without a network all are for the table. Stored simulations train the network and
 * are the table.
 *
 * @param said the section {@code abc}, of which a method reads what is its own, and then ends it
 * @param design of the table
 * @param trainer of the network, if there is one
 * @param width p, the number of statistics
 * @param dimension D, the number of parameters
 */
record TablePlan(Fields said, TableDesign design, Optional<Trainer> trainer, int width, int dimension) {
    static final String SECTION = "abc";
    private static final List<String> OF_NETWORK = List.of("network", "training");
    private static final int MOST_ROWS = 10_000_000;

    /**
     * The plan of a fitting.
     *
     * @param usual the table where nothing is said
     */
    static TablePlan of(GenerativeModel model, Fitting fitting, TableDesign usual) {
        model.prior().requireContinuous("abc-nn or abc-rf");
        Map<String, Object> others = new LinkedHashMap<>(fitting.settings());
        Object own = others.remove(SECTION);
        for (String section : others.keySet())
            if (!OF_NETWORK.contains(section))
                throw new FieldException(section, "not known, expected network, training or " + SECTION);
        fitting.table().ifPresent(table -> table.requireFits(model));
        Fields said = Fields.of(SECTION, own == null ? Map.of() : own);
        TableDesign design = design(said, model, fitting, usual);
        return design.statistics().needsNetwork()
                ? withNetwork(said, design, model, fitting.withSettings(others))
                : withoutNetwork(said, design, model, fitting.withSettings(others));
    }

    private static TableDesign design(Fields said, GenerativeModel model, Fitting fitting, TableDesign usual) {
        StatisticKind kind = said.has(TableDesign.STATISTICS)
                ? said.choice(TableDesign.STATISTICS, StatisticKind.class)
                : usual.statistics();
        ObservationCount count = count(model, fitting);
        int observations = said.has(TableDesign.OBSERVATIONS)
                ? said.integer(TableDesign.OBSERVATIONS, 0, count.most())
                : usual.observations();
        if (observations > 0 && observations < count.least())
            throw said.wrong(
                    TableDesign.OBSERVATIONS, "expected 0 or a number within " + count + ", got " + observations);
        Rows rows = Rows.of(fitting, kind, observations, usual.simulations());
        if (rows.most < 1)
            throw said.wrong(TableDesign.SIMULATIONS, "expected at least 1, and as many to train on, got none");
        int simulations =
                said.has(TableDesign.SIMULATIONS) ? said.integer(TableDesign.SIMULATIONS, 1, rows.most) : rows.usual;
        return new TableDesign(kind, simulations, observations);
    }

    private static ObservationCount count(GenerativeModel model, Fitting fitting) {
        if (fitting.table().isEmpty()) return model.count();
        return fitting.table().get().count();
    }

    /** The simulations that a network and the table share, where the budget is a number of them. */
    private static OptionalLong shared(Fitting fitting) {
        return fitting.table().isEmpty()
                        && fitting.budget().isPresent()
                        && fitting.budget().get() instanceof Budget.Simulations(long all)
                ? OptionalLong.of(all)
                : OptionalLong.empty();
    }

    /** How many rows a table may have, and how many it has if nobody says. */
    private record Rows(int most, int usual) {
        static Rows of(Fitting fitting, StatisticKind kind, int observations, int usual) {
            if (fitting.table().isPresent()) {
                int stored = (int) fitting.table().get().x().stream()
                        .filter(x -> observations == 0 || x.count() == observations)
                        .count();
                return new Rows(stored, stored);
            }
            OptionalLong all = shared(fitting);
            if (all.isEmpty()) return new Rows(MOST_ROWS, usual);
            long most = kind.needsNetwork() ? all.getAsLong() - 1 : all.getAsLong();
            long own = kind.needsNetwork() ? Math.min(usual, all.getAsLong() / 2) : most;
            return new Rows((int) Math.min(MOST_ROWS, most), (int) Math.min(MOST_ROWS, own));
        }
    }

    private static TablePlan withoutNetwork(Fields said, TableDesign design, GenerativeModel model, Fitting fitting) {
        int width = widthWithoutNetwork(said, design.statistics(), model);
        for (String section : fitting.settings().keySet())
            throw new FieldException(
                    section,
                    "expected none: statistics that are the data or made by hand need no network, see abc.statistics");
        if (fitting.budget().isPresent() && shared(fitting).isEmpty())
            throw new IllegalArgumentException("budget: expected "
                    + (fitting.table().isPresent() ? "none for stored simulations" : "simulations")
                    + ", since statistics that are the data or made by hand need no training, got "
                    + fitting.budget().get());
        return new TablePlan(
                said, design, Optional.empty(), width, model.prior().dimension());
    }

    private static int widthWithoutNetwork(Fields said, StatisticKind kind, GenerativeModel model) {
        if (kind == StatisticKind.HANDMADE)
            return kind.handMade(model.name(), model.ready())
                    .orElseThrow(() -> said.wrong(
                            TableDesign.STATISTICS,
                            "expected mean, summary, learned or data for " + model.name()
                                    + ", which has no hand-made statistics, got handmade; a model of your own can return"
                                    + " them as its data"))
                    .columns()
                    .size();
        if (model.kind() != DataKind.VECTOR)
            throw said.wrong(
                    TableDesign.STATISTICS,
                    "expected mean, summary or learned for data of kind " + model.kind() + ", got data");
        return model.width();
    }

    private static TablePlan withNetwork(Fields said, TableDesign design, GenerativeModel model, Fitting fitting) {
        boolean mean = design.statistics() == StatisticKind.MEAN;
        NeuralMethod method = mean ? new MeanNetwork() : new FlowMethod();
        OptionalLong all = shared(fitting);
        Trainer planned = method.trainer(
                model,
                all.isEmpty()
                        ? fitting
                        : fitting.withBudget(new Budget.Simulations(all.getAsLong() - design.simulations())));
        if (planned.plan().members() > 1
                && fitting.settings().get("training") instanceof Map<?, ?> training
                && training.containsKey("members"))
            throw new FieldException(
                    "training.members",
                    "expected 1, since one network learns the statistics, got "
                            + planned.plan().members());
        Trainer trainer = planned.withPlan(planned.plan().withMembers(1).withSurrogate(0));
        int dimension = model.prior().dimension();
        Networks networks = Networks.of(trainer.design(), model.width(), count(model, fitting), dimension, new Seed(0));
        if (mean && !networks.knowsMean())
            throw new FieldException(
                    "network.head",
                    "expected one that knows its mean, such as mixture, for abc.statistics: mean, got "
                            + trainer.design().head().kind());
        if (!mean && trainer.design().summary() instanceof Identity)
            throw said.wrong(
                    TableDesign.STATISTICS,
                    "expected mean or data for vectors, whose summary they are, got "
                            + design.statistics().written());
        return new TablePlan(
                said,
                design,
                Optional.of(trainer),
                width(design.statistics(), networks.summary().out(), dimension),
                dimension);
    }

    private static int width(StatisticKind kind, int summary, int dimension) {
        return switch (kind) {
            case MEAN -> dimension;
            case LEARNED -> summary + dimension;
            default -> summary;
        };
    }

    /** All settings of a fit, section by section. */
    Map<String, Object> settings(ReferenceDesign whole) {
        Map<String, Object> settings = new LinkedHashMap<>();
        trainer.ifPresent(own -> {
            settings.put("network", DesignJson.write(own.design()));
            settings.put("training", PlanJson.write(own.plan()));
        });
        settings.put(SECTION, whole.written());
        return settings;
    }

    /** The meanings of all settings by path, those of a method given by name. */
    static Map<String, String> meanings(Map<String, String> ofMethod) {
        Map<String, String> meanings = new LinkedHashMap<>(new FlowMethod().meanings());
        meanings.put("training.budget", "of the network alone: one of steps, minutes, simulations");
        TableDesign.MEANINGS.forEach((name, meaning) -> meanings.put(SECTION + "." + name, meaning));
        ofMethod.forEach((name, meaning) -> meanings.put(SECTION + "." + name, meaning));
        return meanings;
    }
}
