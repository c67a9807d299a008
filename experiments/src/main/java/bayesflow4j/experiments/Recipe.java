package bayesflow4j.experiments;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.catalog.Models;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.storage.Fields;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.TrainingPlan;
import java.util.Optional;

/**
 * Model, design and plan of one network of an experiment.
 *
 * @param name of its file
 */
public record Recipe(String name, GenerativeModel model, NetworkDesign design, TrainingPlan plan) {
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
        CouplingHead head = (CouplingHead) design.head();
        return new Recipe(name, model, design.withHead(head.withBlocks(blocks)), plan);
    }

    /** Whether an estimator was made by this recipe. */
    boolean made(Estimator estimator) {
        return estimator instanceof AmortizedPosterior network
                && network.design().equals(design)
                && network.provenance()
                        .training()
                        .map(training -> PlanJson.read(Fields.parse("plan", training.plan())))
                        .equals(Optional.of(plan));
    }
}
