package bayesflow4j.cli;

import bayesflow4j.diagnostics.Resimulation;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.random.Seed;
import bayesflow4j.report.DataFigures;
import bayesflow4j.report.Figure;
import bayesflow4j.report.Notice;
import bayesflow4j.report.PosteriorFigures;
import bayesflow4j.report.Report;
import bayesflow4j.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The page about an {@link Inference}: warnings first, then numbers, then the posteriors of the first data sets. */
final class InferenceReport {
    private static final int TABLE_SETS = 20;
    private static final int FIGURE_SETS = 3;
    private static final int PRIOR_DRAWS = 2000;
    private static final int PREDICTIONS = 200;

    private InferenceReport() {}

    /** The page; with a model it also shows the prior and, for series, data simulated from the posterior. */
    static Report of(Inference inference, Optional<GenerativeModel> model, Seed seed) {
        ObservedData data = inference.data();
        Report report = Report.titled("Posteriors of " + inference.model())
                .with(new Notice(
                        inference.likeness().warns() ? Verdict.Grade.POOR : Verdict.Grade.GOOD,
                        inference.likeness().sentence(data.sources())));
        List<List<String>> rows = inference.rows(TABLE_SETS);
        String some = data.sets().size() > TABLE_SETS ? ", first " + TABLE_SETS + " data sets" : "";
        report = report.with(new Table("Posteriors" + some, rows.getFirst(), rows.subList(1, rows.size())));
        for (int k = 0; k < Math.min(FIGURE_SETS, data.sets().size()); k++)
            for (Figure figure : figures(data.sets().get(k), inference.draws().get(k), model, seed.child(k))) {
                String of = data.sets().size() == 1 ? "" : ", data set " + k;
                report = report.with(figure.named(figure.name() + (of.isEmpty() ? "" : "-" + k), figure.title() + of));
            }
        return report;
    }

    /** Marginals, pairs and, where the model is known and the data are a series, the predictive fit. */
    static List<Figure> figures(Observations x, Draws draws, Optional<GenerativeModel> model, Seed seed) {
        List<Figure> figures = new ArrayList<>();
        if (model.isPresent() && model.get().kind() == DataKind.SERIES)
            figures.add(predictive(model.get(), x, draws, seed));
        Optional<Draws> prior =
                model.filter(m -> names(m).equals(draws.parameters())).map(m -> prior(m, seed));
        figures.add(PosteriorFigures.marginals(Map.of("posterior", draws), prior, Optional.empty()));
        if (draws.parameters().size() > 1)
            figures.add(PosteriorFigures.pairs(Map.of("posterior", draws), Optional.empty()));
        return figures;
    }

    private static List<String> names(GenerativeModel model) {
        return model.prior().parameters().stream().map(p -> p.name()).toList();
    }

    private static Draws prior(GenerativeModel model, Seed seed) {
        Seed own = seed.child("prior draws");
        double[][] rows = IntStream.range(0, PRIOR_DRAWS)
                .mapToObj(i -> model.prior().sample(own.stream(i)))
                .toArray(double[][]::new);
        return Draws.of(names(model), rows);
    }

    private static Figure predictive(GenerativeModel model, Observations x, Draws draws, Seed seed) {
        List<Observations> simulated =
                new Resimulation(model.simulator(), seed).predictions(x, draws, Math.min(PREDICTIONS, draws.count()));
        double[] at = IntStream.rangeClosed(1, x.count()).mapToDouble(t -> t).toArray();
        List<DataFigures.Predicted> columns = IntStream.range(0, x.width())
                .mapToObj(c -> new DataFigures.Predicted(
                        new DataFigures.Series(model.columns().get(c).name(), at, column(x, c)),
                        simulated.stream().map(s -> column(s, c)).toArray(double[][]::new)))
                .toList();
        return DataFigures.predictive(columns, "t");
    }

    private static double[] column(Observations x, int c) {
        return IntStream.range(0, x.count()).mapToDouble(n -> x.at(n, c)).toArray();
    }
}
