package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Criterion;
import bayesflow4j.training.Trainer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * SNPE-B: proposals are the estimates themselves, and each simulation counts with the density of the prior over that of the
 * mixture of all proposals. The first round is from the prior, which bounds the weights by the number of rounds.
 */
public final class SnpeB implements SequentialMethod {
    /** Few, as a network that learns from few simulations would fill more of them with noise. */
    private static final int COMPONENTS = 4;

    @Override
    public String name() {
        return "snpe-b";
    }

    @Override
    public String description() {
        return "rounds of a mixture density network on simulations from its own posterior, by an importance-weighted loss";
    }

    @Override
    public String reference() {
        return "Lueckmann et al. (2017)";
    }

    @Override
    public int usualRounds() {
        return 2;
    }

    @Override
    public NetworkDesign design(GenerativeModel model, int simulations) {
        return NetworkDesign.of(model).withHead(new MixtureHead(COMPONENTS, true, HiddenLayers.of(50, 50)));
    }

    @Override
    public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
        Trainer told = trainer.withTable(Stage.all(stages));
        if (stages.size() == 1) return told;
        Map<List<Double>, Double> weights = weights(trainer.model().prior(), stages);
        return told.withCriterion(new Criterion.Weighted(theta -> weights.get(key(theta))));
    }

    private static List<Double> key(double[] theta) {
        return Arrays.stream(theta).boxed().toList();
    }

    /** p(θ) / p̃(θ) of each simulation. */
    private static Map<List<Double>, Double> weights(Prior prior, List<Stage> stages) {
        List<Stage> proposed = List.copyOf(stages);
        List<double[]> thetas = Stage.all(stages).theta();
        double[] values = thetas.parallelStream()
                .mapToDouble(theta -> StrictMath.exp(prior.logDensity(theta) - Stage.logMixture(proposed, theta)))
                .toArray();
        Map<List<Double>, Double> weights = new HashMap<>();
        for (int i = 0; i < values.length; i++) weights.put(key(thetas.get(i)), values[i]);
        return weights;
    }

    @Override
    public double effective(GenerativeModel model, List<Stage> stages) {
        if (stages.size() == 1) return Stage.sizes(stages);
        double sum = 0;
        double squares = 0;
        for (double weight : weights(model.prior(), stages).values()) {
            sum += weight;
            squares += weight * weight;
        }
        return sum * sum / squares;
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
