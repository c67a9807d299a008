package bayesflow4j.sequential;

import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationStore;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.DensityPosterior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The check of a neural fit: truths from the prior within the posterior's region, and the posteriors of data simulated at them,
 * within it too. If the network is right there, they are exchangeable.
 *
 * @param nearby x ↦ p(θ | x) near the observed data
 * @param posterior of the observed data
 * @param fraction of the posterior outside its region
 * @param state that keeps the simulations
 */
record RegionCheck(
        GenerativeModel model,
        Function<Observations, DensityPosterior> nearby,
        DensityPosterior posterior,
        double fraction,
        Fitting fitting,
        CaseState state)
        implements CaseFit.LocalCheck {
    private static final String ABOUT =
            "Truths were drawn from the prior within the region of this posterior; the network of the fit inferred the data"
                    + " simulated at each, and nothing was trained again.";

    private static final int MOST_TRIES = 20;

    @Override
    public CaseFit.Around around(int dataSets, int draws, Seed seed) {
        TruncatedPrior region = TruncatedPrior.of(model.prior(), posterior, fraction, seed);
        double[][] truth = region.sample(dataSets, seed.child("truth"));
        SimulationTable table = new SimulationStore(state.file("check-" + seed.value() + ".npz"), model)
                .upTo(
                        dataSets,
                        i -> new ProposedModel(model, region, truth[i]).batch(seed.child("data"), i),
                        fitting.threads(),
                        done -> fitting.listener().on(new TrainingEvent.Working("check: simulations", done, dataSets)),
                        fitting.stop());
        Seed own = seed.child("draws");
        List<Draws> all = IntStream.range(0, dataSets)
                .parallel()
                .mapToObj(k -> inside(nearby.apply(table.x().get(k)), region, draws, own.nth(k)))
                .toList();
        return new CaseFit.Around(
                Recovery.of(model.prior().names(), table.theta().toArray(double[][]::new), all), ABOUT);
    }

    /** Draws within the region; where nearly none are, those from anywhere. */
    private static Draws inside(DensityPosterior posterior, TruncatedPrior region, int count, Seed seed) {
        List<double[]> kept = new ArrayList<>();
        for (int i = 0; i < MOST_TRIES && kept.size() < count; i++)
            for (double[] theta : posterior.sample(count, seed.nth(i)).rows())
                if (kept.size() < count && region.contains(theta)) kept.add(theta);
        Draws anywhere = posterior.sample(count, seed);
        for (int l = kept.size(); l < count; l++) kept.add(anywhere.row(l));
        return Draws.of(anywhere.parameters(), kept.toArray(double[][]::new));
    }
}
