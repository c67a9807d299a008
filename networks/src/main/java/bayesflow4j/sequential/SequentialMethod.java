package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.Fitting;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Sequential neural posterior estimation: each round simulates from a proposal, trains a network on the simulations, and takes
 * the next proposal from what the network says about the data. Methods differ in the network, in what it minimizes, in what
 * makes a posterior of it, and in the proposal. Their settings are the sections {@code network}, {@code training} and
 * {@code case} of a model file.
 */
interface SequentialMethod extends CaseMethod {
    /** The network for so many simulations of a model. */
    NetworkDesign design(GenerativeModel model, int simulations);

    /** The usual number of rounds. */
    int usualRounds();

    /** The simulations of the stages that a network learns from, and its criterion, set in the trainer. */
    Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan);

    /** The effective number of simulations that the network of these stages learns from. */
    default double effective(GenerativeModel model, List<Stage> stages) {
        return Stage.all(stages).size();
    }

    /** x ↦ p(θ | x) near the observed data, from the network of these stages. */
    Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages);

    /** Where the parameters of the next round come from. */
    Proposal next(GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed);

    /** x ↦ p(θ | x) for data like the observed ones. */
    interface Nearby extends Function<Observations, DensityPosterior> {
        /** What a user should know about the posterior of a data set; may be empty. */
        default String note(Observations x) {
            return "";
        }
    }

    @Override
    default boolean knowsDensity() {
        return true;
    }

    @Override
    default Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        SequentialPlan plan = SequentialPlan.of(fitting, usualRounds());
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put(SequentialPlan.SECTION, plan.written());
        settings.putAll(new LocalNetwork(this, plan.simulations()).settings(model, fitting));
        return settings;
    }

    @Override
    default Map<String, String> meanings() {
        return SequentialPlan.MEANINGS;
    }

    @Override
    default CaseFit fit(GenerativeModel model, Observations x, Fitting fitting) {
        model.prior().requireContinuous(name());
        return new Sequence(this, model.withCount(x.count()), x, fitting).run();
    }
}
