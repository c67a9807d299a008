package bayesflow4j.sequential;

import bayesflow4j.amortized.AmortizedPosterior;
import bayesflow4j.classical.Statistics;
import bayesflow4j.classical.smc.DistanceDesign;
import bayesflow4j.classical.smc.Smc;
import bayesflow4j.classical.smc.SmcPosterior;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.CaseMethod;
import bayesflow4j.method.CaseState;
import bayesflow4j.method.Fitting;
import bayesflow4j.method.Round;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.training.HeteroscedasticMethod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ABC-SMC with MMD, Euclidean or learned distances; its settings are the section {@code case} of a model file. */
public final class SmcMethod implements CaseMethod {
    private static final String NAME = "smc-abc";

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
        double epsilon = smc.rounds().getLast().epsilon();
        return new CaseFit(
                posterior,
                smc.rounds(),
                notes(smc),
                smc.failures(),
                provenance,
                new RefitCheck(model, posterior, design.plan(), epsilon, smc.measure(), fitting, state));
    }

    private static List<String> notes(Smc smc) {
        long counted = smc.rounds().stream().mapToLong(Round::simulations).sum();
        return counted == smc.simulations()
                ? List.of()
                : List.of("The last " + (smc.simulations() - counted)
                        + " simulations found too few particles for another population and are not used.");
    }

    private static DistanceDesign distance(SmcDesign.Kind kind, GenerativeModel model, Fitting fitting) {
        return switch (kind) {
            case MMD -> DistanceDesign.MMD;
            case COLUMNS -> DistanceDesign.MMD_OF_COLUMNS;
            case EUCLIDEAN -> DistanceDesign.euclidean(Statistics.VECTOR);
            case LEARNED ->
                pilot -> {
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
                    return DistanceDesign.euclidean(network::mean).of(pilot);
                };
        };
    }
}
