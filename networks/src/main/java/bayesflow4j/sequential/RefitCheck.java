package bayesflow4j.sequential;

import bayesflow4j.classical.smc.DistanceDesign;
import bayesflow4j.classical.smc.Smc;
import bayesflow4j.classical.smc.SmcPlan;
import bayesflow4j.classical.smc.SmcPosterior;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.SimulationStore;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The check of ABC-SMC: truths from the posterior, whose smoothed particles are the prior then, and a fit of the data simulated at
 * each, by the same distance down to the ε of the fit.
 *
 * @param posterior of the observed data
 * @param plan of the fit
 * @param epsilon that the fit reached
 * @param measure of its distances, scales and all
 * @param state that keeps the simulations
 */
record RefitCheck(
        GenerativeModel model,
        SmcPosterior posterior,
        SmcPlan plan,
        double epsilon,
        DistanceDesign.Measure measure,
        Fitting fitting,
        CaseState state)
        implements CaseFit.LocalCheck {
    /** Enough for ranks, few enough to be repeated. */
    static final int PARTICLES = 200;

    /** Of each refit: one that has not reached ε by then ends where it is. */
    static final int SIMULATIONS = 10_000;

    @Override
    public CaseFit.Around around(int dataSets, int draws, Seed seed) {
        GenerativeModel nested = new GenerativeModel(
                model.name(),
                posterior.smoothed(),
                model.simulator(),
                model.count(),
                model.kind(),
                model.columns(),
                model.reference());
        CaseState own = state.part("check-" + seed.value());
        SimulationTable data = new SimulationStore(own.file("data.npz"), nested)
                .upTo(
                        dataSets,
                        i -> nested.batch(seed.child("data"), i, 1),
                        fitting.threads(),
                        done -> {},
                        fitting.stop());
        List<Draws> all = new ArrayList<>();
        List<Double> reached = new ArrayList<>();
        for (int k = 0; k < dataSets; k++) {
            Fitting alone = Fitting.DEFAULT
                    .withSeed(seed.child(k))
                    .withThreads(fitting.threads())
                    .withStop(fitting.stop());
            Smc smc = new Smc(nested, data.x().get(k), refit(), alone, own.part(Integer.toString(k)));
            all.add(smc.run(pilot -> measure).sample(draws, seed.nth(k)));
            reached.add(smc.rounds().getLast().epsilon());
            fitting.listener().on(new TrainingEvent.Working("check: fits", k + 1, dataSets));
        }
        Recovery recovery = Recovery.of(model.prior().names(), data.theta().toArray(double[][]::new), all);
        return new CaseFit.Around(recovery, about(epsilon, reached));
    }

    /** The populations of a refit, which end at the ε of the fit. */
    private SmcPlan refit() {
        return new SmcPlan(
                PARTICLES,
                SmcPlan.DEFAULT.populations(),
                plan.quantile(),
                List.of(),
                epsilon,
                SIMULATIONS,
                plan.leastAcceptance());
    }

    /** What the verdict is about, as not every refit may reach the ε of the fit. */
    static String about(double epsilon, List<Double> reached) {
        long far = reached.stream().filter(e -> e > epsilon).count();
        String text = String.format(
                Locale.ROOT,
                "Truths were drawn from this posterior, and the data simulated at each were fitted with the posterior as the prior,"
                        + " by %d particles and at most %d simulations. ",
                PARTICLES,
                SIMULATIONS);
        if (far == 0) return text + String.format(Locale.ROOT, "All of them reached the ε of this fit, %.4g.", epsilon);
        double median =
                reached.stream().sorted().skip(reached.size() / 2).findFirst().orElseThrow();
        return text
                + String.format(
                        Locale.ROOT,
                        "%d of %d did not reach the ε of this fit, %.4g, and ended above it (the median is %.4g): to that extent"
                                + " the verdict is about coarser fits than this one.",
                        far,
                        reached.size(),
                        epsilon,
                        median);
    }
}
