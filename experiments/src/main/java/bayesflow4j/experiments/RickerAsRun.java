package bayesflow4j.experiments;

import bayesflow4j.catalog.Models;
import bayesflow4j.head.HiddenLayers;
import bayesflow4j.head.mixture.MixtureHead;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Parameter;
import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Support;
import bayesflow4j.posterior.Estimator;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Table 1 with the other methods as the authors ran them, so that their column can be understood: parameters in their own units,
 * without the bounds of the prior; autoencoders without decoder noise and with an "inverse autoregressive flow" that is not
 * autoregressive; ABC with the mean of DeepInference as its statistic.
 */
final class RickerAsRun implements Experiment {
    private static final String MODEL = "ricker";
    private static final String TABLE = "T=500, Table 1";
    private static final HiddenLayers LAYERS = HiddenLayers.of(128, 128, 128);

    private static final List<Contender> METHODS = List.of(
            network("cVAE", "cvae", new AuthorsAutoencoder(4, 0, LAYERS).written()),
            network("cVAE-IAF", "cvae-iaf", new AuthorsAutoencoder(4, 2, LAYERS).written()),
            network("DeepInference", "heteroscedastic", new MixtureHead(1, false, LAYERS).written()),
            nearest());

    @Override
    public String name() {
        return MODEL + ":as-run";
    }

    @Override
    public String title() {
        return "Ricker's population model with the other methods as the authors ran them";
    }

    @Override
    public List<Recipe> recipes(Effort effort) {
        GenerativeModel model = unbounded(Models.named(MODEL));
        return METHODS.stream().map(method -> method.recipe(model, effort)).toList();
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        GenerativeModel model = Models.named(MODEL);
        List<Section> sections = METHODS.stream()
                .map(method -> new Section(
                        method.label(),
                        TABLE,
                        testing.check(model, RickerContenders.COUNT, networks.get(method.file(MODEL)), 1)
                                .metrics(),
                        Reference.of(MODEL, TABLE, method.label()).shownOnly()))
                .toList();
        return new Findings(
                sections,
                List.of(),
                List.of(),
                List.of(
                        "These are the mistakes of the authors' runs, repeated on purpose. The correct methods are in the"
                                + " experiment ricker."));
    }

    private static Contender network(String label, String method, Map<String, Object> head) {
        return new Contender(
                label,
                method,
                Map.of(
                        Effort.SMOKE, settings(60, head),
                        Effort.CPU, settings(8000, head),
                        Effort.PAPER, settings(100_000, head)));
    }

    private static Contender nearest() {
        Map<String, Object> head = new MixtureHead(1, false, LAYERS).written();
        return new Contender(
                "ABC-NN",
                "abc-nn",
                Map.of(
                        Effort.SMOKE, withTable(60, head, 3000, 100),
                        Effort.CPU, withTable(8000, head, 100_000, 700),
                        Effort.PAPER, withTable(100_000, head, 300_000, 2000)));
    }

    private static Map<String, Object> settings(long steps, Map<String, Object> head) {
        return Map.of("network", Map.of("head", head), "training", Map.of("budget", Map.of("steps", steps)));
    }

    private static Map<String, Object> withTable(long steps, Map<String, Object> head, int rows, int accepted) {
        Map<String, Object> table = Map.of(
                "simulations",
                rows,
                "accepted",
                accepted,
                "adjustment",
                "none",
                "observations",
                RickerContenders.COUNT);
        return Map.of(
                "network",
                Map.of("head", head),
                "training",
                settings(steps, head).get("training"),
                "abc",
                table);
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
