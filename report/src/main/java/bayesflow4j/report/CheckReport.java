package bayesflow4j.report;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.check.Standing;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.model.DataKind;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The report on a {@link ModelCheck}: verdict, metrics with the re-simulation error, all figures, the verdict by N. */
public final class CheckReport {
    private CheckReport() {}

    /** The report on a check and the estimator's provenance; an estimator trained in steps adds its losses. */
    public static Report of(String title, ModelCheck check, Estimator estimator) {
        Provenance provenance = estimator.provenance();
        Report report = of(title, check);
        List<Provenance.Training> courses = Ensemble.courses(estimator);
        if (!courses.isEmpty()) report = report.with(losses(courses));
        if (provenance.training().isPresent()) {
            Provenance.Training training = provenance.training().get();
            report = report.withProvenance("steps", Long.toString(training.steps()));
            if (!training.trials().isEmpty()) report = report.with(TrialTable.of(training.trials()));
        }
        return report.withProvenance("method", provenance.method())
                .withProvenance("made", provenance.made().toString())
                .withProvenance("simulations", Long.toString(provenance.simulations()))
                .withProvenance("seed", Long.toString(provenance.seed()))
                .withProvenance("made by", "bayesflow4j " + Provenance.libraryVersion());
    }

    /** Green is for networks that passed. */
    private static Verdict.Grade best(ModelCheck check) {
        return check.verdict().grade() == Verdict.Grade.GOOD ? Verdict.Grade.GOOD : Verdict.Grade.FAIR;
    }

    private static Figure losses(List<Provenance.Training> courses) {
        Figure first = TrainingFigures.losses(courses.getFirst());
        return courses.size() == 1
                ? first
                : first.named(first.name(), first.title() + " of the first of " + courses.size() + " members");
    }

    /** The same with the result of the probe for sharper posteriors. */
    public static Report of(String title, ModelCheck check, Estimator estimator, Sharpness sharpness) {
        Report report = of(title, check, estimator)
                .with(check.verdict().with(sharpness))
                .with(new Notice(sharpness.found().isEmpty() ? best(check) : Verdict.Grade.FAIR, sharpness.sentence()));
        for (String sentence : Standing.of(estimator, Optional.empty()).warnings())
            report = report.with(new Notice(Verdict.Grade.FAIR, sentence));
        return report;
    }

    /** The report on the check alone. */
    public static Report of(String title, ModelCheck check) {
        Report report = Report.titled(title)
                .with(check.verdict())
                .with(check.metrics())
                .with(RecoveryFigures.recovery(
                        check.shownRecovery(), Axis.of(check.model().prior(), check.derived())));
        for (Figure figure : CalibrationFigures.all(check.shownRecovery(), check.seed())) report = report.with(figure);
        report = report.with(RecoveryFigures.sensitivity(check.scaledRecovery(), check.contraction()));
        boolean[] scales = check.derived().logarithmic(check.model().prior());
        List<String> logarithmic = IntStream.range(0, scales.length)
                .filter(j -> scales[j])
                .mapToObj(check.shownRecovery().parameters()::get)
                .toList();
        if (!logarithmic.isEmpty())
            report = report.withProvenance("metrics of logarithms", String.join(", ", logarithmic));
        if (check.disagreement().isPresent())
            report = report.with(Notice.of(check.disagreement().get(), best(check)));
        String letter = check.model().kind() == DataKind.SERIES ? "T" : "N";
        if (!check.verdictByCount().isEmpty()) report = report.with(VerdictTable.of(letter, check.verdictByCount()));
        if (check.simulated() && check.model().kind() != DataKind.VECTOR)
            report = report.with(check.withResimulationError(report.metrics().orElseThrow()));
        for (Figure figure : ModelFigures.of(check)) report = report.with(figure);
        return report.withProvenance("model", check.model().name())
                .withProvenance(
                        "test data sets", Integer.toString(check.observed().size()))
                .withProvenance("draws", Integer.toString(check.recovery().drawsPerDataSet()))
                .withProvenance(letter, check.model().count().toString())
                .withProvenance("seed of the check", Long.toString(check.seed().value()));
    }
}
