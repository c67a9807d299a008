package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.Normals;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Trainer;
import java.util.List;
import java.util.Locale;

/**
 * SNPE-A: proposals are normals around the estimate, a mixture density network learns the posterior under the proposal of its
 * round by maximum likelihood, and the result is multiplied by the prior over the proposal in closed form.
 */
public final class SnpeA implements SequentialMethod {
    /** Wider than the posterior, so that its tails are seen and the correction has a normal as its result. */
    private static final double WIDENING = 2;

    private static final double WIDENING_AFTER_FAILURE = 6;

    /** Few, as a network that learns from few simulations would fill more of them with noise. */
    private static final int COMPONENTS = 4;

    private static final int DRAWS = 4000;
    private static final Seed OWN = new Seed(2016);

    @Override
    public String name() {
        return "snpe-a";
    }

    @Override
    public String description() {
        return "rounds of a mixture density network on simulations from a normal proposal, corrected in closed form";
    }

    @Override
    public String reference() {
        return "Papamakarios and Murray (2016)";
    }

    @Override
    public int usualRounds() {
        return 2;
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int simulations) {
        return NetworkDesign.of(model).withHead(new MixtureHead(COMPONENTS, true, HiddenLayers.of(128, 128, 128)));
    }

    @Override
    public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
        return trainer.withTable(stages.getLast().table());
    }

    @Override
    public double effective(GenerativeModel model, List<Stage> stages) {
        return stages.getLast().table().size();
    }

    @Override
    public Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages) {
        if (!(stages.getLast().proposal() instanceof NormalProposal proposal))
            return x -> DensityPosterior.of(network.given(x));
        return new Corrected(network, model.prior(), normal(model.prior()), proposal.normal());
    }

    /** The normal on the unconstrained scale that has the moments of the prior. */
    private static Normals normal(Prior prior) {
        double[][] draws = new double[DRAWS][];
        for (int i = 0; i < DRAWS; i++) draws[i] = prior.toReal(prior.sample(OWN.stream(i)));
        Draws line = Draws.of(prior.names(), draws);
        return Normals.of(line.mean(), line.covariance());
    }

    private record Corrected(AmortizedPosterior network, Prior prior, Normals normalPrior, Normals proposal)
            implements Nearby {
        private Correction correction(Observations x) {
            return Correction.of(network.normals(x), proposal, normalPrior);
        }

        @Override
        public DensityPosterior apply(Observations x) {
            return new CorrectedPosterior(prior, correction(x), normalPrior, OWN);
        }

        @Override
        public String note(Observations x) {
            Correction made = correction(x);
            return made.narrowed() == 0
                    ? ""
                    : made.narrowed() + " of " + made.mixture().components()
                            + " components were not narrower than the proposal in every direction, so that their correction"
                            + " is bounded; more simulations in fewer rounds help";
        }
    }

    @Override
    public Proposal next(
            GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed) {
        boolean failed =
                estimate instanceof CorrectedPosterior last && last.correction().narrowed() > 0;
        double factor = failed ? WIDENING_AFTER_FAILURE : WIDENING;
        return NormalProposal.around(
                model.prior(),
                estimate.sample(DRAWS, seed),
                factor,
                String.format(
                        Locale.ROOT,
                        "proposal variance × %.0f%s",
                        factor,
                        failed ? ", as the last correction was bounded" : ""));
    }
}
