package bayesflow4j.report;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.data.TimeAxis;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.Column;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Figures of a check besides its statistics: example data sets, and the posterior of the first of them. */
final class ModelFigures {
    private static final int EXAMPLES = 6;
    private static final int PREDICTIONS = 200;
    private static final int PRIOR_DRAWS = 2000;

    private ModelFigures() {}

    static List<Figure> of(ModelCheck check) {
        GenerativeModel model = check.model();
        Seed seed = check.seed();
        List<Figure> figures = new ArrayList<>();
        Recovery recovery = check.shownRecovery();
        Draws posterior = recovery.draws(0);
        double[] truth = truth(recovery, 0);
        List<Axis> axes = Axis.of(model.prior(), check.derived());
        figures.add(PosteriorFigures.marginals(
                        Map.of("posterior", posterior),
                        Optional.of(check.derived().appended(prior(model.prior(), seed))),
                        Optional.of(truth),
                        axes)
                .named("marginals", "Posterior of each parameter, first data set"));
        if (recovery.parameters().size() > 1)
            figures.add(PosteriorFigures.pairs(Map.of("posterior", posterior), Optional.of(truth), axes)
                    .named("pairs", "Posterior of each pair of parameters, first data set"));
        if (check.simulated() && model.kind() == DataKind.SERIES)
            figures.add(predictive(
                    model,
                    check.observed().getFirst(),
                    TimeAxis.steps(check.observed().getFirst().count()),
                    check.recovery().draws(0),
                    seed));
        if (model.kind() != DataKind.VECTOR) figures.add(examples(check));
        return figures;
    }

    private static double[] truth(Recovery recovery, int k) {
        return IntStream.range(0, recovery.parameters().size())
                .mapToDouble(j -> recovery.truth(j)[k])
                .toArray();
    }

    /** Draws from the prior, shown behind those of the posterior. */
    static Draws prior(Prior prior, Seed seed) {
        Seed own = seed.child("prior draws");
        double[][] rows = IntStream.range(0, PRIOR_DRAWS)
                .mapToObj(i -> prior.sample(own.stream(i)))
                .toArray(double[][]::new);
        return Draws.of(prior.names(), rows);
    }

    /** A series with its posterior predictions. */
    static Figure predictive(GenerativeModel model, Observations x, TimeAxis axis, Draws posterior, Seed seed) {
        List<Observations> simulated =
                Resimulation.of(model, seed).predictions(x, posterior, Math.min(PREDICTIONS, posterior.count()));
        List<DataFigures.Predicted> all = new ArrayList<>();
        List<DataFigures.Series> columns = series(model, x, axis);
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            double[][] values = simulated.stream().map(s -> column(s, column)).toArray(double[][]::new);
            all.add(new DataFigures.Predicted(columns.get(c), values));
        }
        return DataFigures.predictive(all, axis.label());
    }

    private static Figure examples(ModelCheck check) {
        GenerativeModel model = check.model();
        List<List<DataFigures.Series>> sets = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int k = 0; k < Math.min(EXAMPLES, check.observed().size()); k++) {
            Observations x = check.observed().get(k);
            sets.add(series(model, x, TimeAxis.steps(x.count())));
            titles.add(title(check.recovery(), k));
        }
        return model.kind() == DataKind.SERIES
                ? DataFigures.examples(sets, titles, "t")
                : DataFigures.distributions(sets, titles);
    }

    /** The first parameters of data set k, as many as fit in a panel title. */
    private static String title(Recovery recovery, int k) {
        double[] truth = truth(recovery, k);
        return IntStream.range(0, Math.min(3, truth.length))
                .mapToObj(j -> String.format(
                        Locale.ROOT,
                        "%s = %.2g",
                        ParameterLabel.of(recovery.parameters().get(j)),
                        truth[j]))
                .collect(Collectors.joining(", "));
    }

    /** The columns that are not covariates, which come last. */
    private static List<DataFigures.Series> series(GenerativeModel model, Observations x, TimeAxis axis) {
        List<Column> columns = model.randomColumns();
        return IntStream.range(0, columns.size())
                .mapToObj(c -> new DataFigures.Series(columns.get(c).name(), axis.at(), column(x, c)))
                .toList();
    }

    private static double[] column(Observations x, int c) {
        return IntStream.range(0, x.count()).mapToDouble(n -> x.at(n, c)).toArray();
    }
}
