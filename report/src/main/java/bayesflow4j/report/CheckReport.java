package bayesflow4j.report;

import bayesflow4j.check.ModelCheck;
import bayesflow4j.model.DataKind;
import bayesflow4j.posterior.Provenance;

/** The report on a {@link ModelCheck}: verdict, metrics with the re-simulation error, all figures, the verdict by N. */
public final class CheckReport {
    private CheckReport() {}

    /** The report on a check and the estimator's provenance; an estimator trained in steps adds its losses. */
    public static Report of(String title, ModelCheck check, Provenance provenance) {
        Report report = of(title, check);
        if (provenance.training().isPresent()) {
            Provenance.Training training = provenance.training().get();
            report = report.with(TrainingFigures.losses(training))
                    .withProvenance("steps", Long.toString(training.steps()));
        }
        return report.withProvenance("method", provenance.method())
                .withProvenance("made", provenance.made().toString())
                .withProvenance("simulations", Long.toString(provenance.simulations()))
                .withProvenance("seed", Long.toString(provenance.seed()))
                .withProvenance("made by", "bayesflow4j " + Provenance.libraryVersion());
    }

    /** The report on the check alone. */
    public static Report of(String title, ModelCheck check) {
        Report report = Report.of(title, check.recovery(), check.contraction(), check.seed())
                .with(check.verdict());
        if (check.disagreement().isPresent())
            report = report.with(Notice.of(check.disagreement().get()));
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
