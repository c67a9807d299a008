package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import java.util.List;

/**
 * TSNPE: proposals are the prior, truncated to where the estimate has nearly all its mass. Inside that region nothing needs
 * correction, so the network is trained by maximum likelihood on the simulations of all rounds.
 */
public final class Tsnpe implements SequentialMethod {
    @Override
    public String name() {
        return "tsnpe";
    }

    @Override
    public String description() {
        return "rounds of a flow on simulations from the prior, truncated to where the posterior is";
    }

    @Override
    public String reference() {
        return "Deistler et al. (2022)";
    }

    @Override
    public int usualRounds() {
        return 5;
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int simulations) {
        return NetworkDesign.of(model, simulations);
    }

    @Override
    public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
        return trainer.withTable(Stage.all(stages));
    }

    @Override
    public Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages) {
        if (!(stages.getLast().proposal() instanceof TruncatedPrior region))
            return x -> DensityPosterior.of(network.given(x));
        return x -> Within.of(DensityPosterior.of(network.given(x)), region::contains);
    }

    @Override
    public Proposal next(
            GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed) {
        return TruncatedPrior.of(model.prior(), estimate, plan.truncation(), seed);
    }
}
