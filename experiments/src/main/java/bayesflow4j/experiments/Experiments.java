package bayesflow4j.experiments;

import bayesflow4j.amortized.NetworkDesign;
import bayesflow4j.head.flow.CouplingDesign;
import bayesflow4j.head.flow.CouplingHead;
import bayesflow4j.model.notation.Spelling;
import bayesflow4j.summary.Convolutional;
import bayesflow4j.summary.Invariant;
import bayesflow4j.training.RateDesign;
import bayesflow4j.training.TrainingPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The experiments by name. */
public final class Experiments {
    private static final List<Experiment> PAPER = List.of(
            new MeanOfNormal(),
            new Mixture(),
            new LinearRegression(),
            ricker(),
            levyFlight(),
            epidemic(),
            new PredatorPrey("uniform"));

    /** Variants that are run only by name. */
    private static final List<Experiment> VARIANTS = List.of(new RickerAsRun(), new PredatorPrey("log-uniform"));

    private Experiments() {}

    /** The experiments of the paper, in its order. */
    public static List<Experiment> all() {
        return PAPER;
    }

    /** All that there are: those of the paper, then variants of them. */
    public static List<Experiment> withVariants() {
        return Stream.concat(PAPER.stream(), VARIANTS.stream()).toList();
    }

    /** The experiment with this name. */
    public static Experiment named(String name) {
        return withVariants().stream()
                .filter(e -> e.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    private static IllegalArgumentException unknown(String name) {
        List<String> known = withVariants().stream().map(Experiment::name).toList();
        String nearest = Spelling.nearest(name, known)
                .map(n -> " Did you mean \"" + n + "\"?")
                .orElse("");
        return new IllegalArgumentException("Unknown experiment \"" + name + "\"." + nearest + " Expected one of "
                + String.join(", ", known) + '.');
    }

    private static Experiment ricker() {
        return new OverCounts(
                "ricker",
                "Ricker's population model, T = 100 … 500",
                "T",
                List.of(100, 200, 300, 400, 500),
                500,
                false,
                new Recipe.Authors(
                        new NetworkDesign(RickerContenders.SUMMARY, RickerContenders.FLOW, false), TrainingPlan.PAPER),
                300,
                RickerContenders.FLOW_STEPS,
                Optional.of(RickerContenders.comparison(RickerContenders.ALL)));
    }

    private static Experiment levyFlight() {
        return new LevyFlights(new OverCounts(
                "lfm",
                "Lévy-flight model of decisions, N = 100 … 1000",
                "N",
                List.of(100, 250, 500, 1000),
                500,
                true,
                new Recipe.Authors(
                        new NetworkDesign(
                                Invariant.PAPER,
                                new CouplingHead(10, CouplingDesign.PAPER.withHidden(64, 64, 64, 64)),
                                false),
                        TrainingPlan.PAPER.withBatch(32).withRate(new RateDesign.Decay(1e-3f, 0.95f, 4000))),
                60,
                18_000,
                Optional.empty()));
    }

    private static Experiment epidemic() {
        return new OverCounts(
                "sir",
                "Stochastic SIR epidemics, T = 200 … 500",
                "T",
                List.of(200, 300, 400, 500),
                500,
                true,
                new Recipe.Authors(
                        new NetworkDesign(Convolutional.PAPER, new CouplingHead(5, CouplingDesign.PAPER), false),
                        TrainingPlan.PAPER),
                300,
                15_000,
                Optional.empty());
    }
}
