package bayesflow4j.experiments;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.method.SimulationTable;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Interpretable;
import bayesflow4j.random.Seed;
import bayesflow4j.report.Axis;
import bayesflow4j.report.Figure;
import bayesflow4j.report.ImportanceFigures;
import bayesflow4j.report.PosteriorFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Several methods on the same test data sets, and their posteriors of one data set (Table 1 and Figure 4a).
 *
 * @param title of the table, which is also the condition of its sections
 * @param count N or T of all data sets
 * @param truth θ of the data set whose posteriors are shown
 * @param contenders the methods beside BayesFlow
 */
record MethodComparison(String title, int count, List<Double> truth, List<Contender> contenders) {
    static final String TRAINING_TIME = "trainingMinutes";

    /** How to read the table. */
    private static final String READING =
            "All methods are tested on the same data sets. The best number of each row stands out, even"
                    + " where the difference from the next is smaller than its standard error; no method can know u.";

    private static final String PAPERS_METHOD = "BayesFlow";
    private static final int SHOWN_DRAWS = 2000;
    private static final int TEN = 10;
    private static final Seed SHOWN = new Seed(2020);

    MethodComparison {
        truth = List.copyOf(truth);
        contenders = List.copyOf(contenders);
    }

    /** What fits the contenders. */
    List<Recipe> recipes(GenerativeModel model, Effort effort) {
        return contenders.stream().map(one -> one.recipe(model, effort)).toList();
    }

    /** The names of the recipes of all methods by their names in the paper, BayesFlow first. */
    private Map<String, String> recipeNames(GenerativeModel model) {
        Map<String, String> names = new LinkedHashMap<>();
        names.put(PAPERS_METHOD, model.name());
        for (Contender one : contenders) names.put(one.label(), one.file(model.name()));
        return names;
    }

    /**
     * All methods by their names in the paper, BayesFlow first.
     *
     * @param networks by the names of their recipes
     */
    Map<String, Estimator> methods(GenerativeModel model, Map<String, Estimator> networks) {
        Map<String, Estimator> methods = new LinkedHashMap<>();
        recipeNames(model).forEach((label, recipe) -> methods.put(label, networks.get(recipe)));
        return methods;
    }

    /**
     * What was found.
     *
     * @param sections one for each method
     * @param notes on their numbers
     */
    record Compared(List<Section> sections, List<String> notes) {}

    /** A section for each method, on the same data sets for all. */
    Compared compared(GenerativeModel model, Map<String, Estimator> methods, Testing testing) {
        List<Section> sections = new ArrayList<>();
        methods.forEach((label, estimator) -> sections.add(section(model, label, estimator, testing)));
        List<String> notes = new ArrayList<>(List.of(READING));
        notes.addAll(CalibrationNotes.of(sections));
        if (contenders.stream().anyMatch(Contender::normal)) {
            NormalBound bound = NormalBound.of(model, methods.get(PAPERS_METHOD), count, testing);
            for (Contender one : contenders) {
                if (!one.normal()) continue;
                sections.replaceAll(section -> section.method().equals(one.label()) ? bound.on(section) : section);
                notes.add(bound.note(one.label()));
            }
        }
        return new Compared(sections, notes);
    }

    private Section section(GenerativeModel model, String label, Estimator estimator, Testing testing) {
        ModelCheck check = testing.check(model, count, estimator, 1);
        double minutes = testing.processorMinutes(recipeNames(model).get(label));
        Metrics metrics =
                check.withResimulationError(check.metrics()).with(TRAINING_TIME, Metrics.ALL, new Estimate(minutes, 0));
        return new Section(label, title, metrics, Reference.of(model.name(), title, label));
    }

    /** The marginal posteriors of all methods given one data set, the same for every run. */
    Figure posteriors(GenerativeModel model, Map<String, Estimator> methods) {
        double[] theta = truth.stream().mapToDouble(value -> value).toArray();
        Observations x = model.simulator().simulate(theta.clone(), count, SHOWN.stream(0));
        Map<String, Draws> draws = new LinkedHashMap<>();
        methods.forEach(
                (label, estimator) -> draws.put(label, estimator.given(x).sample(SHOWN_DRAWS, SHOWN.child(label))));
        return PosteriorFigures.marginals(draws, Optional.empty(), Optional.of(theta), Axis.of(model.prior()))
                .named("methods", "Posteriors of all methods given one data set");
    }

    /** BayesFlow's posteriors of ten data sets of the prior, the same for every run (Figure S6). */
    Figure tenDataSets(GenerativeModel model, Estimator bayesFlow) {
        Seed own = SHOWN.child("ten data sets");
        SimulationTable table = SimulationTable.of(model.withCount(count).batches(own, TEN, 1));
        RandomGenerator rng = own.child("prior").stream(0);
        double[][] prior = IntStream.range(0, SHOWN_DRAWS)
                .mapToObj(_ -> model.prior().sample(rng))
                .toArray(double[][]::new);
        return PosteriorFigures.several(
                        bayesFlow.sample(table.x(), SHOWN_DRAWS, own.child("draws")),
                        Draws.of(model.prior().names(), prior),
                        table.theta(),
                        Axis.of(model.prior()))
                .named("ten", "Posteriors of ten data sets by BayesFlow");
    }

    /** Which statistics the forests use, if one of the methods is a forest. */
    static Optional<Figure> importance(Map<String, Estimator> methods) {
        return methods.values().stream()
                .flatMap(method -> method instanceof Interpretable known ? known.importance().stream() : Stream.empty())
                .findFirst()
                .map(ImportanceFigures::of);
    }
}
