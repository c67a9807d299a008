package bayesflow4j.experiments;

import bayesflow4j.catalog.Models;
import bayesflow4j.head.HeadKind;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.method.Budget;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.training.PlanJson;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.TrainingPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Table 1 with the other methods as the authors ran them, so that their column can be understood: parameters in their own units,
 * without the bounds of the prior; autoencoders without decoder noise and with an "inverse autoregressive flow" that is not
 * autoregressive; ABC with the mean of DeepInference as its statistic, without adjustment.
 */
final class RickerAsRun implements Experiment {
    private static final String MODEL = "ricker";
    private static final int WIDTH = 128;
    private static final int LATENTS = 4;

    /** Of r, σ, ρ and u under their uniform priors. */
    private static final List<Double> MEANS = List.of(45.5, 0.375, 7.5, 0.5);

    private static final List<Double> DEVIATIONS = Stream.of(89, 0.65, 15, 1)
            .map(range -> range.doubleValue() / Math.sqrt(12))
            .toList();

    /** The authors' rate falls by 5 % every 2000 of 100 000 steps; with fewer steps it falls as far, sooner. */
    private static final int FALLS_OF_RATE = 50;

    private static final long SMOKE_STEPS = 100;

    private static final Map<String, Object> DEEP_INFERENCE = new MixtureHead(1, false, layers(5)).written();

    private static final List<Contender> METHODS = List.of(
            contender("cVAE", "cvae", autoencoder(0, 5).written(), Map.of()),
            contender("cVAE-IAF", "cvae-iaf", autoencoder(2, 4).written(), Map.of()),
            contender("DeepInference", "heteroscedastic", DEEP_INFERENCE, Map.of()),
            contender(
                    "ABC-NN",
                    "abc-nn",
                    DEEP_INFERENCE,
                    Map.of(
                            Effort.SMOKE, table(3000, 100),
                            Effort.CPU, table(100_000, 667),
                            Effort.PAPER, table(300_000, 2000))));

    private static final List<String> NOTES = List.of(
            "These are the mistakes of the authors' runs, repeated on purpose. The correct methods are in the experiment ricker.",
            "Repeated are: θ in its own units and without bounds; the autoencoders' loss, the mean squared error of θ plus β"
                    + " times the divergence, with β rising by .01 every 250 steps to .1; draws without the decoder's noise; four"
                    + " latents, encoders and decoders of 5 × 128, with the flow of 4 × 128; a flow of two dense networks of 128"
                    + " that start at all ones; DeepInference with 5 × 128; ABC-NN by the mean of DeepInference, unadjusted.",
            "Not repeated are what changes these columns little: batch normalization and the penalty of 1e-5 on weights, and"
                    + " DeepInference's variance as a softplus, which is an exponential here. β starts at 0, since its start is not"
                    + " known to us. With budget cpu, moreover, the summary network is the one that users get, on log(1 + x) instead"
                    + " of a bidirectional LSTM on counts; a quarter of the steps is trained, and the rate falls four times as fast;"
                    + " the table of ABC-NN has a third of the simulations, and the same share is accepted.");

    @Override
    public String name() {
        return MODEL + ":as-run";
    }

    @Override
    public String title() {
        return "Ricker's population model with the other methods as the authors ran them";
    }

    @Override
    public List<HeadKind> ownHeads() {
        return List.of(new AuthorsAutoencoder.Kind());
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        GenerativeModel model = unbounded(Models.named(MODEL));
        return METHODS.stream().map(method -> method.recipe(model, effort)).toList();
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        GenerativeModel model = Models.named(MODEL);
        MethodComparison comparison = RickerContenders.comparison(METHODS);
        Map<String, Estimator> methods = new LinkedHashMap<>();
        METHODS.forEach(method -> methods.put(method.label(), networks.get(method.file(MODEL))));
        List<Section> sections = new ArrayList<>();
        methods.forEach((label, estimator) -> sections.add(new Section(
                label,
                comparison.title(),
                testing.check(model, comparison.count(), estimator, 1).metrics(),
                Reference.of(MODEL, comparison.title(), label).shownOnly())));
        return new Findings(sections, List.of(), List.of(comparison.posteriors(model, methods)), NOTES);
    }

    /**
     * The authors' autoencoder for the parameters of this model.
     *
     * @param steps of their "flow"
     * @param depth of encoder and decoder
     */
    static AuthorsAutoencoder autoencoder(int steps, int depth) {
        return new AuthorsAutoencoder(LATENTS, steps, layers(depth), MEANS, DEVIATIONS);
    }

    private static HiddenLayers layers(int depth) {
        return HiddenLayers.of(Collections.nCopies(depth, WIDTH).toArray(Integer[]::new));
    }

    /** @param tables of simulations for each effort, if there are any */
    private static Contender contender(
            String label, String method, Map<String, Object> head, Map<Effort, Map<String, Object>> tables) {
        Map<Effort, Map<String, Object>> settings = new EnumMap<>(Effort.class);
        for (Effort effort : Effort.values()) {
            Map<String, Object> network = new LinkedHashMap<>(Map.of("head", head));
            if (effort == Effort.PAPER) network.put("summary", RickerContenders.SUMMARY.written());
            Map<String, Object> own =
                    new LinkedHashMap<>(Map.of("network", network, "training", PlanJson.write(plan(effort))));
            if (tables.containsKey(effort)) own.put("abc", tables.get(effort));
            settings.put(effort, own);
        }
        return new Contender(label, method, settings);
    }

    private static TrainingPlan plan(Effort effort) {
        long steps = switch (effort) {
            case SMOKE -> SMOKE_STEPS;
            case CPU -> RickerContenders.CPU_STEPS;
            case PAPER -> ((Budget.Steps) TrainingPlan.PAPER.budget()).count();
        };
        RateDesign.Decay rate = RateDesign.Decay.PAPER;
        return TrainingPlan.PAPER.withSteps(steps).withRate(new RateDesign.Decay(rate.start(), rate.factor(), (int)
                (steps / FALLS_OF_RATE)));
    }

    private static Map<String, Object> table(int simulations, int accepted) {
        return Map.of(
                "simulations",
                simulations,
                "accepted",
                accepted,
                "adjustment",
                "none",
                "observations",
                RickerContenders.COUNT);
    }

    /** The model with parameters that are not mapped from the bounds of the prior to the line. */
    private static GenerativeModel unbounded(GenerativeModel model) {
        return new GenerativeModel(
                model.name(),
                new Unbounded(model.prior()),
                model.simulator(),
                model.count(),
                model.kind(),
                model.columns(),
                model.reference());
    }

    private record Unbounded(Prior prior) implements Prior {
        @Override
        public List<Parameter> parameters() {
            return prior.names().stream()
                    .map(name -> new Parameter(name, Support.REAL))
                    .toList();
        }

        @Override
        public double[] sample(RandomGenerator rng) {
            return prior.sample(rng);
        }

        @Override
        public double logDensity(double[] theta) {
            return prior.logDensity(theta);
        }

        @Override
        public List<String> notation() {
            return prior.notation();
        }
    }
}
