package bayesflow4j.report;

import bayesflow4j.data.FileNames;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.inference.Assessment;
import bayesflow4j.inference.EachPosterior;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.model.DataKind;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.model.Observations;
import bayesflow4j.model.Prior;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

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
        return of(inference, model, model.map(GenerativeModel::prior), seed);
    }

    /** The same with a prior that may be known where the model is not. */
    public static Report of(Inference inference, Optional<GenerativeModel> model, Optional<Prior> prior, Seed seed) {
        ObservedData data = inference.data();
        Report report = notices(inference);
        if (inference.disagreement().isPresent())
            report = report.with(Notice.of(
                    inference.disagreement().get(), inference.assessment().best()));
        List<List<String>> rows = inference.rows(TABLE_SETS);
        int count = data.sets().size();
        String some = count > TABLE_SETS
                ? ", first " + TABLE_SETS + " of " + count + " data sets; all of them are in summary.csv"
                : "";
        report = report.with(new Table("Posteriors" + some, rows.getFirst(), rows.subList(1, rows.size())));
        if (count > FIGURE_SETS && !inference.each().isEmpty()) {
            List<List<String>> each = inference.each().rows();
            report = report.with(new Table("Trust in each posterior", each.getFirst(), each.subList(1, each.size())));
        }
        List<String> files = FileNames.of(data.names());
        List<List<Figure>> figures = IntStream.range(0, Math.min(FIGURE_SETS, count))
                .parallel()
                .mapToObj(k ->
                        figures(data, k, inference.draws().get(k), inference.derived(), model, prior, seed.child(k)))
                .toList();
        for (int k = 0; k < figures.size(); k++)
            for (Figure figure : figures.get(k)) {
                String name = count == 1 ? figure.name() : figure.name() + "-" + files.get(k);
                report = report.with(
                        figure.named(name, figure.title()).about(data.names().get(k)));
            }
        if (count > FIGURE_SETS)
            report = report.withProvenance("figures", "of the first " + FIGURE_SETS + " of " + count + " data sets");
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

    /** Whether to believe: the state of the network, the likeness of the data, then what is known about each data set. */
    private static Report notices(Inference inference) {
        Assessment assessment = inference.assessment();
        List<String> sources = inference.data().sources();
        Report report = Report.titled("Posteriors of " + inference.provenance().model())
                .with(new Notice(
                        assessment.standing().grade(),
                        String.join(" ", assessment.standing().sentences())))
                .with(new Notice(
                        inference.likeness().warns() ? Verdict.Grade.POOR : assessment.best(),
                        inference.likeness().sentence(sources)));
        return sources.size() > FIGURE_SETS ? noticesOfMany(report, inference) : noticesOfFew(report, inference);
    }

    /** Two sentences on each data set. */
    private static Report noticesOfFew(Report report, Inference inference) {
        Assessment assessment = inference.assessment();
        List<String> sources = inference.data().sources();
        for (int k = 0; k < sources.size(); k++) {
            String which = sources.size() == 1 ? "" : sources.get(k) + ": ";
            if (k < assessment.local().size())
                report = report.with(new Notice(
                        Notice.worse(assessment.local().get(k).grade(), assessment.best()),
                        which + assessment.local().get(k).sentence()));
            if (k < assessment.sensitivity().size())
                report = report.with(new Notice(
                        assessment.sensitivity().get(k).warns() ? Verdict.Grade.FAIR : assessment.best(),
                        which + assessment.sensitivity().get(k).sentence()));
        }
        return report;
    }

    /** Two sentences on all data sets; a table has each of them. */
    private static Report noticesOfMany(Report report, Inference inference) {
        Assessment assessment = inference.assessment();
        EachPosterior each = inference.each();
        if (!assessment.local().isEmpty())
            report = report.with(new Notice(Notice.worse(each.localGrade(), assessment.best()), each.localSentence()));
        if (!assessment.sensitivity().isEmpty())
            report = report.with(new Notice(
                    each.priorMatters() ? Verdict.Grade.FAIR : assessment.best(), each.sensitivitySentence()));
        return report;
    }

    /** Marginals, pairs and, if the model is known and the data are a series, the posterior predictions. */
    public static List<Figure> figures(Observations x, Draws draws, Optional<GenerativeModel> model, Seed seed) {
        return figures(
                ObservedData.of(x, ""), 0, draws, Derived.none(), model, model.map(GenerativeModel::prior), seed);
    }

    static List<Figure> figures(
            ObservedData data,
            int k,
            Draws draws,
            Derived derived,
            Optional<GenerativeModel> model,
            Optional<Prior> known,
            Seed seed) {
        List<Figure> figures = new ArrayList<>();
        if (model.isPresent() && model.get().kind() == DataKind.SERIES)
            figures.add(ModelFigures.predictive(
                    model.get(), data.sets().get(k), data.axes().get(k), draws, seed));
        Optional<Prior> prior = known.filter(p -> p.names().equals(draws.parameters()));
        Draws shown = derived.appended(draws);
        List<Axis> axes = prior.map(p -> Axis.of(p, derived))
                .orElseGet(() -> Axis.linear(shown.parameters().size()));
        Optional<Draws> before = prior.map(p -> derived.appended(ModelFigures.prior(p, seed)));
        figures.add(PosteriorFigures.marginals(Map.of("posterior", shown), before, Optional.empty(), axes));
        if (shown.parameters().size() > 1)
            figures.add(PosteriorFigures.pairs(Map.of("posterior", shown), Optional.empty(), axes));
        return figures;
    }
}
