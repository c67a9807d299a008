package bayesflow4j.experiments;

import bayesflow4j.catalog.Models;
import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Estimate;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.report.CalibrationFigures;
import bayesflow4j.report.Figure;
import bayesflow4j.report.PosteriorFigures;
import bayesflow4j.report.RecoveryFigures;
import bayesflow4j.report.TrendFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One network for all numbers of observations: recovery and calibration at each of them, and calibration, contraction
 * and a posterior in more detail at one (Figures 4, 6 and 7).
 *
 * @param letter the symbol of the number of observations, N or T
 * @param counts the numbers of observations to test
 * @param example the number of observations of the data set whose posterior is shown
 * @param timed whether the paper reports a time for 1000 data sets × 2000 draws
 * @param smoke steps in a minute
 * @param cpu steps in half an hour
 * @param comparison with other methods, if the paper has one
 */
record OverCounts(
        String name,
        String title,
        String letter,
        List<Integer> counts,
        int example,
        boolean timed,
        Recipe.Authors authors,
        long smoke,
        long cpu,
        Optional<MethodComparison> comparison)
        implements Experiment {
    private static final String METHOD = "BayesFlow";
    /** The paper's numbers are goals here, and closer to ours than K data sets can resolve. */
    private static final int TIMES_AS_MANY_SETS = 4;

    private static final int TIMED_SETS = 1000;
    private static final int TIMED_DRAWS = 2000;

    @Override
    public List<Recipe> recipes(Effort effort) {
        List<Recipe> recipes = new ArrayList<>();
        recipes.add(Recipe.of(name, name, effort, authors, smoke, cpu));
        comparison.ifPresent(methods -> recipes.addAll(methods.recipes(Models.named(name), effort)));
        return List.copyOf(recipes);
    }

    @Override
    public Findings findings(Map<String, Estimator> networks, Testing testing) {
        Estimator network = networks.get(name);
        GenerativeModel model = Models.named(name);
        List<Section> sections = new ArrayList<>();
        SortedMap<Integer, Metrics> byCount = new TreeMap<>();
        SortedMap<Integer, Map<String, Map<String, Double>>> paper = new TreeMap<>();
        List<Figure> figures = new ArrayList<>();
        for (int n : counts) {
            ModelCheck check = testing.check(model, n, network, TIMES_AS_MANY_SETS);
            Section section = new Section(METHOD, at(n), check.metrics(), Reference.of(name, at(n)));
            sections.add(section);
            byCount.put(n, section.metrics());
            paper.put(n, section.reference().paper());
            if (n == example) figures.add(posterior(check.recovery()));
            if (n == counts.getLast()) figures.addAll(0, details(model, check, testing));
        }
        figures.addFirst(TrendFigures.metrics(
                "trend",
                "Metrics over " + letter,
                letter,
                byCount,
                List.of("nrmse", "r2", "calibrationError", "posteriorSd", "contraction"),
                paper));
        if (timed) sections.add(speed(model, network, testing));
        Findings alone = new Findings(sections, figures, List.of());
        return comparison
                .map(methods -> compared(methods, alone, methods.methods(model, networks), testing))
                .orElse(alone);
    }

    /** These findings with those of a comparison before them. */
    private Findings compared(
            MethodComparison comparison, Findings alone, Map<String, Estimator> methods, Testing testing) {
        GenerativeModel model = Models.named(name);
        MethodComparison.Compared compared = comparison.compared(model, methods, testing);
        List<Figure> figures = new ArrayList<>(alone.figures());
        figures.addFirst(comparison.tenDataSets(model, methods.get(METHOD)));
        figures.addFirst(comparison.posteriors(model, methods));
        MethodComparison.importance(methods).ifPresent(figures::add);
        return new Findings(compared.sections(), alone.sections(), figures, compared.notes());
    }

    private String at(int n) {
        return letter + "=" + n;
    }

    private List<Figure> details(GenerativeModel model, ModelCheck check, Testing testing) {
        Recovery recovery = check.recovery();
        String where = ", " + letter + " = " + counts.getLast();
        return List.of(
                RecoveryFigures.recovery(recovery).named("recovery", "Recovery" + where),
                CalibrationFigures.ranks(recovery, testing.seed())
                        .named("ranks", "Simulation-based calibration" + where),
                CalibrationFigures.coverage(recovery).named("coverage", "Coverage" + where),
                RecoveryFigures.sensitivity(recovery, Contraction.of(model.prior(), testing.seed()))
                        .named("sensitivity", "Contraction and z-scores" + where));
    }

    private Figure posterior(Recovery recovery) {
        double[] truth = IntStream.range(0, recovery.parameters().size())
                .mapToDouble(j -> recovery.truth(j)[0])
                .toArray();
        return PosteriorFigures.pairs(Map.of(METHOD, recovery.draws(0)), Optional.of(truth))
                .named("posterior", "Posterior of one data set, " + letter + " = " + example);
    }

    private Section speed(GenerativeModel model, Estimator network, Testing testing) {
        String at = TIMED_SETS + " data sets × " + TIMED_DRAWS + " draws";
        double seconds = testing.secondsFor(model, counts.getLast(), network, TIMED_SETS, TIMED_DRAWS);
        Metrics metrics = new Metrics(network.schema().parameterNames(), TIMED_SETS, TIMED_DRAWS, Map.of())
                .with("seconds", Metrics.ALL, new Estimate(seconds, 0));
        return new Section(METHOD, at, metrics, Reference.of(name, at));
    }
}
