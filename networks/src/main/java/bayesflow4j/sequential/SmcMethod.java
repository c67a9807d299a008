package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.classical.smc.DistanceDesign;
import bayesflow4j.classical.smc.Smc;
import bayesflow4j.classical.smc.SmcPlan;
import bayesflow4j.classical.smc.SmcPosterior;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.TrainingEvent;
import bayesflow4j.model.Batch;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.training.HeteroscedasticMethod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ABC-SMC with MMD, Euclidean or learned distances; its settings are the section {@code case} of a model file. */
public final class SmcMethod implements CaseMethod {
    private static final String NAME = "smc-abc";

    /** Of a refit in a check: enough for ranks, few enough to be repeated. */
    private static final int CHECK_PARTICLES = 200;

    private static final int CHECK_POPULATIONS = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "populations of weighted particles whose simulations come closer and closer to the data";
    }

    @Override
    public boolean knowsDensity() {
        return false;
    }

    @Override
    public String reference() {
        return "Toni et al. (2009); Park et al. (2016)";
    }

    @Override
    public Map<String, Object> settings(GenerativeModel model, Fitting fitting) {
        return Map.of(SequentialPlan.SECTION, SmcDesign.of(model, fitting).written());
    }

    @Override
    public Map<String, String> meanings() {
        return SmcDesign.MEANINGS;
    }

    @Override
    public CaseFit fit(GenerativeModel any, Observations x, Fitting fitting) {
        long begun = System.nanoTime();
        any.prior().requireContinuous(NAME);
        if (x.missing() > 0)
            throw new IllegalArgumentException("data: expected no missing values for " + NAME
                    + ", whose distances need them all, got " + x.missing() + "; the other methods take gaps");
        GenerativeModel model = any.withCount(x.count());
        SmcDesign design = SmcDesign.of(model, fitting);
        CaseState state =
                CaseState.of(fitting.checkpointing(), Identity.of(NAME, model, x, settings(model, fitting), fitting));
        Smc smc = new Smc(model, x, design.plan(), fitting, state);
        SmcPosterior posterior = smc.run(distance(design.distance(), model, fitting));
        Provenance provenance = new Provenance(
                NAME,
                model.name(),
                model.ready(),
                Provenance.libraryVersion(),
                fitting.seed().value(),
                smc.simulations(),
                smc.failures().count(),
                (System.nanoTime() - begun) / 1e9,
                Instant.now(),
                Optional.empty());
        return new CaseFit(
                posterior,
                smc.rounds(),
                List.of(),
                smc.failures(),
                provenance,
                (sets, draws, seed) -> check(model, x, posterior, design, fitting, sets, draws, seed));
    }

    private static DistanceDesign distance(SmcDesign.Kind kind, GenerativeModel model, Fitting fitting) {
        return switch (kind) {
            case MMD -> DistanceDesign.MMD;
            case COLUMNS -> DistanceDesign.MMD_OF_COLUMNS;
            case EUCLIDEAN -> DistanceDesign.euclidean(Statistics.VECTOR);
            case LEARNED ->
                (x, pilot) -> {
                    AmortizedPosterior network = new HeteroscedasticMethod()
                            .trainer(
                                    model,
                                    Fitting.DEFAULT
                                            .withTable(pilot)
                                            .withSeed(fitting.seed().child("statistics"))
                                            .withThreads(Math.min(
                                                    fitting.threads(),
                                                    Runtime.getRuntime().availableProcessors()))
                                            .withStop(fitting.stop()))
                            .train();
                    return DistanceDesign.euclidean(network::mean).from(x, pilot);
                };
        };
    }

    /** The method on data simulated at draws of the posterior, whose smoothed particles are the prior then. */
    private static Recovery check(
            GenerativeModel model,
            Observations x,
            SmcPosterior posterior,
            SmcDesign design,
            Fitting fitting,
            int sets,
            int draws,
            Seed seed) {
        GenerativeModel nested = new GenerativeModel(
                model.name(),
                posterior.smoothed(),
                model.simulator(),
                model.count(),
                model.kind(),
                model.columns(),
                model.reference());
        SmcPlan plan = new SmcPlan(
                CHECK_PARTICLES,
                CHECK_POPULATIONS,
                design.plan().quantile(),
                List.of(),
                0,
                SmcPlan.DEFAULT.simulations(),
                design.plan().leastAcceptance());
        double[][] truth = new double[sets][];
        List<Draws> all = new ArrayList<>();
        for (int k = 0; k < sets; k++) {
            Batch batch = nested.batch(seed.child("data"), k, 1);
            truth[k] = batch.theta()[0];
            Fitting own = Fitting.DEFAULT
                    .withSeed(seed.child(k))
                    .withThreads(fitting.threads())
                    .withStop(fitting.stop());
            Smc smc = new Smc(nested, batch.observations(0), plan, own, CaseState.of(Optional.empty(), Map.of()));
            all.add(smc.run(distance(design.distance(), nested, own)).sample(draws, seed.nth(k)));
            fitting.listener().on(new TrainingEvent.Working("check: fits", k + 1, sets));
        }
        return Recovery.of(model.prior().names(), truth, all);
    }
}
