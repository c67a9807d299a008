package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.autoregressive.AutoregressiveHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Criterion;
import bayesflow4j.training.Trainer;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * SNPE-C, or automatic posterior transformation: proposals are the estimates themselves, and from the second round on an atomic
 * loss makes the network learn the posterior under the prior all the same. On the unconstrained scale no mass can leak out of
 * the prior.
 */
public final class SnpeC implements SequentialMethod {
    /** Narrow, as it learns from few simulations and sees each with all its atoms. */
    private static final AutoregressiveHead HEAD = new AutoregressiveHead(5, HiddenLayers.of(50, 50), 1.9f);

    @Override
    public String name() {
        return "snpe-c";
    }

    @Override
    public String description() {
        return "rounds of a masked autoregressive flow on simulations from its own posterior, by an atomic loss";
    }

    @Override
    public String reference() {
        return "Greenberg et al. (2019)";
    }

    @Override
    public int usualRounds() {
        return 3;
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int simulations) {
        return NetworkDesign.of(model).withHead(HEAD).withRegression(false);
    }

    @Override
    public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
        Trainer told = trainer.withTable(Stage.all(stages));
        if (stages.size() == 1) return told;
        Prior prior = trainer.model().prior();
        Set<List<Double>> first =
                stages.getFirst().table().theta().stream().map(Stage::key).collect(Collectors.toSet());
        return told.withCriterion(new Criterion.Atomic(
                plan.atoms(),
                theta -> prior.logSlope(theta) - prior.logDensity(theta),
                theta -> first.contains(Stage.key(theta))));
    }

    @Override
    public Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages) {
        return x -> DensityPosterior.of(network.given(x));
    }

    @Override
    public Proposal next(
            GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed) {
        return Proposal.of(estimate);
    }
}
