package bayesflow4j.report;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
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
        Recovery recovery = check.recovery();
        Draws posterior = recovery.draws(0);
        double[] truth = truth(recovery, 0);
        figures.add(PosteriorFigures.marginals(
                        Map.of("posterior", posterior), Optional.of(prior(model, seed)), Optional.of(truth))
                .named("marginals", "Posterior of each parameter, first data set"));
        if (recovery.parameters().size() > 1)
            figures.add(PosteriorFigures.pairs(Map.of("posterior", posterior), Optional.of(truth))
                    .named("pairs", "Posterior of each pair of parameters, first data set"));
        if (check.simulated() && model.kind() == DataKind.SERIES)
            figures.add(predictive(model, check.observed().getFirst(), posterior, seed));
        if (model.kind() != DataKind.VECTOR) figures.add(examples(check));
        return figures;
    }

    private static double[] truth(Recovery recovery, int k) {
        return IntStream.range(0, recovery.parameters().size())
                .mapToDouble(j -> recovery.truth(j)[k])
                .toArray();
    }

    /** Draws from the prior, shown behind those of the posterior. */
    static Draws prior(GenerativeModel model, Seed seed) {
        Seed own = seed.child("prior draws");
        double[][] rows = IntStream.range(0, PRIOR_DRAWS)
                .mapToObj(i -> model.prior().sample(own.stream(i)))
                .toArray(double[][]::new);
        return Draws.of(model.prior().names(), rows);
    }

    /** A series with its posterior predictions. */
    static Figure predictive(GenerativeModel model, Observations x, Draws posterior, Seed seed) {
        List<Observations> simulated = new Resimulation(model.simulator(), seed)
                .predictions(x, posterior, Math.min(PREDICTIONS, posterior.count()));
        List<DataFigures.Predicted> all = new ArrayList<>();
        List<DataFigures.Series> columns = series(model, x);
        for (int c = 0; c < columns.size(); c++) {
            int column = c;
            double[][] values = simulated.stream().map(s -> column(s, column)).toArray(double[][]::new);
            all.add(new DataFigures.Predicted(columns.get(c), values));
        }
        return DataFigures.predictive(all, "t");
    }

    private static Figure examples(ModelCheck check) {
        GenerativeModel model = check.model();
        List<List<DataFigures.Series>> sets = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int k = 0; k < Math.min(EXAMPLES, check.observed().size()); k++) {
            sets.add(series(model, check.observed().get(k)));
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

    private static List<DataFigures.Series> series(GenerativeModel model, Observations x) {
        double[] at = IntStream.rangeClosed(1, x.count()).mapToDouble(t -> t).toArray();
        return IntStream.range(0, x.width())
                .mapToObj(c -> new DataFigures.Series(model.columns().get(c).name(), at, column(x, c)))
                .toList();
    }

    private static double[] column(Observations x, int c) {
        return IntStream.range(0, x.count()).mapToDouble(n -> x.at(n, c)).toArray();
    }
}
