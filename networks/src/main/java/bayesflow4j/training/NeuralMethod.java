package bayesflow4j.training;

import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Referenced;
import bayesflow4j.storage.FieldException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method that trains a summary network and a head on simulations. Its settings are the sections {@code network},
 * {@code training} and {@code tune} of a model file.
 */
public interface NeuralMethod extends Method {
    /** The section whose presence asks for a race of designs: those that it lists, or standard ones if it is empty. */
    String TUNE = "tune";

    /** The default networks for a model. */
    NetworkDesign design(GenerativeModel model);

    /** The networks for so many stored simulations of a model. */
    default NetworkDesign design(GenerativeModel model, int stored) {
        return design(model);
    }

    /** The default training plan for a model. */
    default TrainingPlan plan(GenerativeModel model) {
        return TrainingPlan.of(model);
    }

    /** How they are trained on so many stored simulations. */
    default TrainingPlan plan(GenerativeModel model, int stored) {
        return TrainingPlan.of(model, stored);
    }

    /** Whether simulations of a surrogate join small tables unless settings say otherwise: measured for some methods only. */
    default boolean usesSurrogates() {
        return false;
    }

    @Override
    default String needs() {
        return "a simulator, or a table of simulations";
    }

    @Override
    default boolean amortized() {
        return true;
    }

    @Override
    default Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        Trainer trainer = trainer(model, fitting);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("network", DesignJson.write(trainer.design()));
        settings.put("training", PlanJson.write(trainer.plan()));
        if (fitting.settings().containsKey(TUNE))
            settings.put(
                    TUNE,
                    Map.of(
                            "designs",
                            entrants(trainer, fitting).stream()
                                    .map(Entrant::written)
                                    .toList()));
        return settings;
    }

    @Override
    default Referenced fit(GenerativeModel model, Fitting fitting) {
        Trainer trainer = trainer(model, fitting);
        if (fitting.settings().containsKey(TUNE)) return new Race(trainer, entrants(trainer, fitting)).train();
        Optional<Augmentation> augmentation = augmentation(trainer, fitting);
        if (trainer.plan().members() > 1) return new EnsembleTrainer(trainer, augmentation).train();
        return augmentation.isPresent() ? new SurrogateTrainer(trainer, augmentation.get()).train() : trainer.train();
    }

    private static List<Entrant> entrants(Trainer trainer, Fitting fitting) {
        return Sections.tune(
                trainer.design(), trainer.model(), fitting.settings().get(TUNE));
    }

    /** The trainer for a model: this method's design and plan with the settings of the fitting applied. */
    default Trainer trainer(GenerativeModel model, Fitting fitting) {
        Map<String, Object> changes = fitting.settings();
        for (String section : changes.keySet())
            if (!List.of("network", "training", TUNE).contains(section))
                throw new FieldException(section, "unknown section, expected network, training or tune");
        Optional<Integer> stored = fitting.table().map(SimulationTable::size);
        return new Trainer(
                name(),
                model,
                designed(model, stored, changes),
                planned(model, stored, fitting),
                fitting.seed(),
                fitting.threads(),
                fitting.listener(),
                fitting.checkpointing(),
                fitting.table(),
                new Criterion.Likelihood(),
                fitting.stop());
    }

    /** Design and plan for as many stored simulations as there are with those of a surrogate, if the plan asks for these. */
    private Optional<Augmentation> augmentation(Trainer trainer, Fitting fitting) {
        int more = trainer.plan().surrogate();
        Optional<Integer> all = fitting.table().map(table -> table.size() + more);
        return more == 0
                ? Optional.empty()
                : Optional.of(new Augmentation(
                        designed(trainer.model(), all, fitting.settings()), planned(trainer.model(), all, fitting)));
    }

    private NetworkDesign designed(GenerativeModel model, Optional<Integer> stored, Map<String, Object> changes) {
        NetworkDesign design = stored.map(size -> meant(design(model, size), design(model), changes))
                .orElseGet(() -> design(model));
        return Sections.network(design, model, changes.getOrDefault("network", Map.of()));
    }

    /** Only densities of held-out simulations can tell whether those of a surrogate have helped, and a race has its own plans. */
    private TrainingPlan planned(GenerativeModel model, Optional<Integer> stored, Fitting fitting) {
        boolean compares = knowsDensity() && !fitting.settings().containsKey(TUNE);
        TrainingPlan usual = stored.map(size ->
                        compares && usesSurrogates() ? plan(model, size).augmented(model, size) : plan(model, size))
                .orElseGet(() -> plan(model));
        TrainingPlan plan = Sections.training(usual, fitting.settings().getOrDefault("training", Map.of()));
        if (plan.surrogate() > 0 && !compares)
            throw new FieldException(
                    "training.surrogate",
                    "expected 0 " + (knowsDensity() ? "for a race of designs" : "for the method " + name()) + ", got "
                            + plan.surrogate());
        return fitting.budget().map(plan::withBudget).orElse(plan);
    }

    /** Settings of a head without its kind that only the usual head has are meant for the usual networks. */
    private static NetworkDesign meant(NetworkDesign stored, NetworkDesign usual, Map<String, Object> changes) {
        if (!(changes.get("network") instanceof Map<?, ?> network && network.get("head") instanceof Map<?, ?> head))
            return stored;
        boolean fits =
                head.containsKey("kind") || stored.head().written().keySet().containsAll(head.keySet());
        return fits || !usual.head().written().keySet().containsAll(head.keySet()) ? stored : usual;
    }

    @Override
    default Map<String, String> meanings() {
        return Map.ofEntries(
                Map.entry("network.summary", "maps a data set to the condition of the head"),
                Map.entry("network.head", "maps a summary to the posterior"),
                Map.entry("network.discrete", "networks that give probabilities to discrete parameters"),
                Map.entry("network.regression", "regress parameters on vector data before the head"),
                Map.entry("training.budget", "one of steps, minutes, simulations"),
                Map.entry("training.batch", "data sets per step"),
                Map.entry("training.rate", "learning rate schedule: cosine, decay or constant"),
                Map.entry("training.optimizer", "soap, or adam as in the paper (use a third of the rate)"),
                Map.entry("training.clipNorm", "bound on the global norm of the gradient"),
                Map.entry("training.weightDecay", "per unit of learning rate"),
                Map.entry("training.reuse", "for slow simulators: batches per pool, passes over it"),
                Map.entry("training.validateEvery", "steps between validations"),
                Map.entry("training.validationSets", "data sets held out for validation"),
                Map.entry("training.patience", "stop after this many validations without improvement; 0: never"),
                Map.entry("training.reductions", "times to lower the rate before ending early"),
                Map.entry("training.restarts", "times to roll back after a loss that is not finite"),
                Map.entry("tune.designs", "designs that race; the best on held-out simulations is trained to the end"),
                Map.entry(
                        "training.surrogate",
                        "simulations of a learned simulator to add to a table of vectors, if they help; 0: none"),
                Map.entry("training.members", "networks trained with different seeds and mixed"));
    }
}
