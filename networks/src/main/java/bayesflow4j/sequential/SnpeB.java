package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.training.Criterion;
import bayesflow4j.training.Trainer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * SNPE-B: each simulation counts with the density of the prior over that of the mixture of all proposals. The first round is
 * from the prior, which bounds the weights by the number of rounds; the others are from the estimate, half of them from a wider
 * normal around it, which keeps weights in its tails from dominating.
 */
public final class SnpeB implements SequentialMethod {
    private static final double WIDENING = 4;
    private static final int DRAWS = 4000;

    /** The share of the last proposal's own draws that lie outside its region. */
    private static final double OUTSIDE = 0.005;

    /** Of the effective sample size of all simulations, for those inside the region to do alone. */
    private static final double LEAST_SHARE = 0.02;

    @Override
    public String name() {
        return "snpe-b";
    }

    @Override
    public String description() {
        return "rounds of a flow on simulations from its own posterior, by an importance-weighted loss";
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
        return NetworkDesign.of(model, simulations);
    }

    @Override
    public Trainer taught(Trainer trainer, List<Stage> stages, SequentialPlan plan) {
        Trainer told = trainer.withTable(Stage.all(stages));
        if (stages.size() == 1) return told;
        List<double[]> thetas = Stage.all(stages).theta();
        double[] all = Weighting.of(trainer.model().prior(), stages).weights;
        Map<List<Double>, Double> weights = new HashMap<>();
        for (int i = 0; i < all.length; i++) weights.put(Stage.key(thetas.get(i)), all[i]);
        return told.withCriterion(new Criterion.Weighted(theta -> weights.get(Stage.key(theta))));
    }

    /**
     * p(θ) / p̃(θ) of each simulation, and where the network learns by them. Those outside the region of the last
     * proposal say nothing about the data at hand and are left out, unless the others alone would count for too few.
     */
    private record Weighting(double[] weights, Predicate<double[]> region) {
        static Weighting of(Prior prior, List<Stage> stages) {
            List<Stage> proposed = List.copyOf(stages);
            List<double[]> thetas = Stage.all(proposed).theta();
            double[] all = thetas.parallelStream()
                    .mapToDouble(theta -> StrictMath.exp(prior.logDensity(theta) - Stage.logMixture(proposed, theta)))
                    .toArray();
            Stage last = proposed.getLast();
            double[] own = last.table().theta().parallelStream()
                    .mapToDouble(last.proposal()::logDensity)
                    .sorted()
                    .toArray();
            double least = own[(int) (OUTSIDE * own.length)];
            Predicate<double[]> region = theta -> last.proposal().logDensity(theta) >= least;
            double[] near = IntStream.range(0, all.length)
                    .parallel()
                    .mapToDouble(i -> region.test(thetas.get(i)) ? all[i] : 0)
                    .toArray();
            return effective(near) >= LEAST_SHARE * effective(all)
                    ? new Weighting(near, region)
                    : new Weighting(all, prior::contains);
        }
    }

    private static double effective(double[] weights) {
        double sum = 0;
        double squares = 0;
        for (double weight : weights) {
            sum += weight;
            squares += weight * weight;
        }
        return sum * sum / squares;
    }

    @Override
    public double effective(GenerativeModel model, List<Stage> stages) {
        if (stages.size() == 1) return Stage.sizes(stages);
        return effective(Weighting.of(model.prior(), stages).weights);
    }

    @Override
    public Nearby posterior(AmortizedPosterior network, GenerativeModel model, List<Stage> stages) {
        if (stages.size() == 1) return x -> DensityPosterior.of(network.given(x));
        Predicate<double[]> region = Weighting.of(model.prior(), stages).region;
        return x -> Within.of(DensityPosterior.of(network.given(x)), region);
    }

    @Override
    public Proposal next(
            GenerativeModel model, DensityPosterior estimate, List<Stage> stages, SequentialPlan plan, Seed seed) {
        Draws draws = estimate.sample(DRAWS, seed);
        return Proposal.halves(Proposal.of(estimate), NormalProposal.around(model.prior(), draws, WIDENING, ""));
    }
}
