package bayesflow4j.report;

import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Recovery;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.inference.Inference;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Round;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.random.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The report on the fit of one data set: that of its inference, with the rounds and, if it was checked, the verdict. */
public final class CaseReport {
    /** What to say of a posterior that was not checked. */
    public static final String UNCHECKED =
            "This posterior was not checked: whether it is right is unknown. Fit again with --check.";

    private CaseReport() {}

    /**
     * The report.
     *
     * @param model whose prior is shown
     * @param around truths around the posterior and what the method says about them; none if it was not asked for
     */
    public static Report of(
            Inference inference, CaseFit fit, GenerativeModel model, Optional<CaseFit.Around> around, Seed seed) {
        Optional<Recovery> check = around.map(CaseFit.Around::recovery);
        Report report = Report.titled("Posterior of " + inference.provenance().model());
        if (check.isEmpty()) report = report.with(new Notice(Verdict.Grade.FAIR, UNCHECKED));
        for (String note : fit.notes()) report = report.with(new Notice(Verdict.Grade.FAIR, note));
        if (fit.failures().count() > 0)
            report = report.with(new Notice(Verdict.Grade.FAIR, fit.failures().report()));
        if (around.isPresent()) {
            Verdict verdict = Verdict.of(check.get(), Contraction.empirical(), seed);
            report = report.with(verdict)
                    .with(new Notice(verdict.grade(), around.get().about()))
                    .with(Metrics.of(check.get(), Contraction.empirical(), seed));
        }
        List<List<String>> rows = inference.rows(1);
        report = report.with(new Table("Posterior", rows.getFirst(), rows.subList(1, rows.size())))
                .with(rounds(fit.rounds()));
        for (Figure figure : InferenceReport.figures(
                inference.data(),
                0,
                inference.draws().getFirst(),
                inference.derived(),
                // Its predictive figure costs simulations: only where a check asked for more of them.
                check.map(_ -> model),
                Optional.of(model.prior()),
                seed))
            report = report.with(figure.about(inference.data().names().getFirst()));
        report = report.with(figure(fit.rounds()));
        if (check.isPresent())
            report = report.with(
                    CalibrationFigures.ranks(check.get(), seed).named("ranks", "Calibration around the posterior"));
        return report.withProvenance("model", inference.provenance().model())
                .withProvenance("method", inference.provenance().method())
                .withProvenance(
                        "simulations", Long.toString(inference.provenance().simulations()))
                .withProvenance(
                        "draws", Integer.toString(inference.draws().getFirst().count()))
                .withProvenance("seed", Long.toString(inference.seed().value()))
                .withProvenance(
                        "made by", "bayesflow4j " + inference.provenance().version());
    }

    private static Table rounds(List<Round> rounds) {
        return new Table(
                "Rounds", Round.HEADER, rounds.stream().map(Round::cells).toList());
    }

    /** What rounds have numbers of: distances, acceptance, effective sizes, losses and times. */
    public static Figure figure(List<Round> rounds) {
        List<Plot> plots = new ArrayList<>();
        panel(plots, rounds, "largest distance, log₁₀ ε", round -> Math.log10(round.epsilon()));
        panel(plots, rounds, "accepted share", Round::acceptance);
        panel(plots, rounds, "effective sample size", Round::effective);
        panel(plots, rounds, "held-out loss", Round::loss);
        panel(plots, rounds, "simulations", Round::simulations);
        panel(plots, rounds, "seconds", Round::seconds);
        return Figure.flowing(
                "rounds",
                "Rounds",
                "What each round took and gave. Distances should have stopped falling fast, and losses should level off; an"
                        + " effective sample size far below the number of simulations means that few of them count.",
                plots,
                Panels.WIDTH,
                240);
    }

    private static void panel(List<Plot> plots, List<Round> rounds, String title, ToDoubleFunction<Round> value) {
        List<Round> known = rounds.stream()
                .filter(round -> Double.isFinite(value.applyAsDouble(round)))
                .toList();
        double[] numbers = known.stream().mapToDouble(Round::number).toArray();
        double[] values = known.stream().mapToDouble(value).toArray();
        boolean level = values.length > 1 && Arrays.stream(values).distinct().count() == 1;
        // A number that is the same in all rounds needs no panel; the table has it.
        if (known.isEmpty() || level) return;
        Mark mark = Mark.of(Palette.series(0));
        plots.add(Plot.titled(title)
                .axes("round", "")
                .line(numbers, values, mark.withSize(1.1))
                .points(numbers, values, mark.withSize(2.4)));
    }
}
