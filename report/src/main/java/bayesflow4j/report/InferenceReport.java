package bayesflow4j.report;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report on an {@link Inference}: warnings, summary statistics, then figures of the posteriors of the first data
 * sets.
 */
public final class InferenceReport {
    private static final int TABLE_SETS = 20;
    private static final int FIGURE_SETS = 3;

    private InferenceReport() {}

    /** The report; with a model, it also shows the prior and, for series, data simulated from the posterior. */
    public static Report of(Inference inference, Optional<GenerativeModel> model, Seed seed) {
        ObservedData data = inference.data();
        Report report = Report.titled("Posteriors of " + inference.provenance().model())
                .with(new Notice(
                        inference.likeness().warns() ? Verdict.Grade.POOR : Verdict.Grade.GOOD,
                        inference.likeness().sentence(data.sources())));
        if (inference.disagreement().isPresent())
            report = report.with(Notice.of(inference.disagreement().get()));
        List<List<String>> rows = inference.rows(TABLE_SETS);
        String some = data.sets().size() > TABLE_SETS ? ", first " + TABLE_SETS + " data sets" : "";
        report = report.with(new Table("Posteriors" + some, rows.getFirst(), rows.subList(1, rows.size())));
        for (int k = 0; k < Math.min(FIGURE_SETS, data.sets().size()); k++)
            for (Figure figure : figures(data.sets().get(k), inference.draws().get(k), model, seed.child(k))) {
                String of = data.sets().size() == 1 ? "" : ", data set " + k;
                report = report.with(figure.named(figure.name() + (of.isEmpty() ? "" : "-" + k), figure.title() + of));
            }
        Provenance from = inference.provenance();
        return report.withProvenance("network", inference.estimator())
                .withProvenance("model", from.model())
                .withProvenance("method", from.method())
                .withProvenance("trained", from.made().toString())
                .withProvenance(
                        "draws", Integer.toString(inference.draws().getFirst().count()))
                .withProvenance("seed", Long.toString(inference.seed().value()))
                .withProvenance("made by", "bayesflow4j " + Provenance.libraryVersion());
    }

    /** Marginals, pairs and, if the model is known and the data are a series, the posterior predictions. */
    public static List<Figure> figures(Observations x, Draws draws, Optional<GenerativeModel> model, Seed seed) {
        List<Figure> figures = new ArrayList<>();
        if (model.isPresent() && model.get().kind() == DataKind.SERIES)
            figures.add(ModelFigures.predictive(model.get(), x, draws, seed));
        Optional<Draws> prior =
                model.filter(m -> m.prior().names().equals(draws.parameters())).map(m -> ModelFigures.prior(m, seed));
        figures.add(PosteriorFigures.marginals(Map.of("posterior", draws), prior, Optional.empty()));
        if (draws.parameters().size() > 1)
            figures.add(PosteriorFigures.pairs(Map.of("posterior", draws), Optional.empty()));
        return figures;
    }
}
