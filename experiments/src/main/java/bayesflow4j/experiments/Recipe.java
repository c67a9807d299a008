package bayesflow4j.experiments;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.DesignJson;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Methods;
import bayesflow4j.catalog.Models;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Method;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.reference.TablePosterior;
import bayesflow4j.storage.Fields;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.TrainingPlan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Model, method and settings of one estimator of an experiment.
 *
 * @param name of its file
 * @param method the name of the method that fits it
 * @param settings changes to the method's defaults, by section as in a model file
 */
public record Recipe(String name, GenerativeModel model, String method, Map<String, Object> settings) {
    private static final String NETWORK = "network";
    private static final String TRAINING = "training";
    private static final String TABLE = "abc";

    /** Copies the settings. */
    public Recipe {
        settings = Map.copyOf(settings);
    }

    /** A flow of this design, trained by this plan. */
    public Recipe(String name, GenerativeModel model, NetworkDesign design, TrainingPlan plan) {
        this(name, model, "flow", Map.of(NETWORK, DesignJson.write(design), TRAINING, PlanJson.write(plan)));
    }

    /**
     * The authors' settings.
     *
     * @param plan with their batch, rate and steps
     */
    record Authors(NetworkDesign design, TrainingPlan plan) {}

    /**
     * The recipe for this effort: the authors' own, or the defaults of the model's kind of data.
     *
     * @param smoke steps that fit in a minute
     * @param cpu steps that fit in half an hour
     */
    static Recipe of(String name, String model, Effort effort, Authors authors, long smoke, long cpu) {
        GenerativeModel found = Models.named(model);
        return switch (effort) {
            case PAPER -> new Recipe(name, found, authors.design(), authors.plan());
            case CPU -> defaults(name, found, cpu);
            case SMOKE -> defaults(name, found, smoke);
        };
    }

    private static Recipe defaults(String name, GenerativeModel model, long steps) {
        return new Recipe(
                name, model, NetworkDesign.of(model), TrainingPlan.of(model).withSteps(steps));
    }

    /** The same with this number of coupling blocks. */
    Recipe withBlocks(int blocks) {
        CouplingHead head = (CouplingHead) design().head();
        return new Recipe(name, model, design().withHead(head.withBlocks(blocks)), plan());
    }

    /** The design of its network. */
    NetworkDesign design() {
        return DesignJson.read(Fields.of(NETWORK, complete().get(NETWORK)));
    }

    /** The training plan of its network. */
    TrainingPlan plan() {
        return PlanJson.read(Fields.of(TRAINING, complete().get(TRAINING)));
    }

    /** The estimator, fitted in these circumstances; their settings are replaced. */
    Estimator fit(Fitting circumstances) {
        return found().fit(model, circumstances.withSettings(settings));
    }

    private Method found() {
        return Methods.named(method);
    }

    private Map<String, Object> complete() {
        return found().settings(model, Fitting.DEFAULT.withSettings(settings));
    }

    /** Whether an estimator was made by this recipe. */
    boolean made(Estimator estimator) {
        return estimator.provenance().method().equals(method)
                && settingsOf(estimator).equals(Optional.of(complete()));
    }

    private static Optional<Map<String, Object>> settingsOf(Estimator estimator) {
        return switch (estimator) {
            case AmortizedPosterior network -> ofNetwork(network);
            case TablePosterior table ->
                table.statistics().network().flatMap(Recipe::ofNetwork).map(settings -> {
                    settings.put(TABLE, table.design().written());
                    return settings;
                });
            default -> Optional.empty();
        };
    }

    private static Optional<Map<String, Object>> ofNetwork(AmortizedPosterior network) {
        return network.provenance().training().map(training -> {
            Map<String, Object> settings = new LinkedHashMap<>();
            settings.put(NETWORK, DesignJson.write(network.design()));
            settings.put(TRAINING, PlanJson.write(PlanJson.read(Fields.parse("plan", training.plan()))));
            return settings;
        });
    }
}
