package bayesflow4j.cli;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.Likeness;
import bayesflow4j.check.Standing;
import bayesflow4j.data.WholeFile;
import bayesflow4j.diagnostics.Contraction;
import bayesflow4j.diagnostics.Metrics;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.external.ModelFile;
import bayesflow4j.external.OpenModel;
import bayesflow4j.inference.Assessment;
import bayesflow4j.inference.Inference;
import bayesflow4j.inference.ObservedData;
import bayesflow4j.method.CaseFit;
import bayesflow4j.method.Round;
import bayesflow4j.model.GenerativeModel;
import bayesflow4j.posterior.Derived;
import bayesflow4j.posterior.Draws;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.random.Seed;
import bayesflow4j.report.CaseReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code fit} found, as files and as text.
 *
 * @param model without the data at hand
 * @param inference the posterior of the data set, as {@code infer} has it
 * @param around the test of the fit, if one was asked for
 * @param verdict of this test
 */
record FitResults(
        GenerativeModel model,
        Inference inference,
        CaseFit fit,
        Optional<CaseFit.Around> around,
        Optional<Verdict> verdict,
        Seed seed) {
    /** The column of notes in the table of rounds, which is text. */
    private static final int NOTE = Round.HEADER.size() - 1;

    static FitResults of(
            OpenModel opened, ObservedData data, CaseFit fit, Optional<CaseFit.Around> around, Seed seed, int draws) {
        GenerativeModel model = opened.model();
        Optional<Verdict> verdict =
                around.map(a -> Verdict.of(a.recovery(), Contraction.empirical(), seed.child("report")));
        Draws all = fit.posterior().sample(draws, seed.child("inference").nth(0));
        Estimator single = Estimator.of(fit.provenance().method(), model, x -> fit.posterior());
        Inference inference = new Inference(
                fit.provenance().method(),
                fit.provenance(),
                seed,
                data,
                List.of(all),
                List.of(List.of()),
                opened.file().map(ModelFile::derived).orElse(Derived.none()),
                Likeness.of(single, data.sets(), List.of(fit.posterior())),
                List.of(),
                Assessment.of(new Standing(
                        fit.provenance(),
                        model.prior().dimension(),
                        verdict.map(v -> CheckRecord.of(v, seed, Instant.now())))));
        return new FitResults(model, inference, fit, around, verdict, seed);
    }

    /** All files. */
    void write(Path folder) throws IOException {
        inference.write(folder);
        write(folder.resolve("rounds.csv"), Round.csv(fit.rounds()));
        verdict.ifPresent(v -> write(folder.resolve("verdict.json"), VerdictText.json(v) + "\n"));
        CaseReport.of(inference, fit, model, around, seed.child("report")).write(folder);
    }

    private static void write(Path path, String text) {
        WholeFile.write(path, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** What a user should know about how it was found. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (fit.failures().count() > 0) notes.add(fit.failures().report());
        fit.notes().forEach(note -> notes.add("note: " + note));
        return notes;
    }

    /** Rounds, posterior and verdict. */
    String text() {
        List<List<String>> table = new ArrayList<>(List.of(Round.HEADER));
        fit.rounds().forEach(round -> table.add(round.cells()));
        return TextTable.of(table, Set.of(NOTE))
                + "\n"
                + TextTable.of(inference.rows(1), Set.of(0, 1))
                + around.map(this::checked).orElse(CaseReport.UNCHECKED)
                + "\n" + fit.provenance().simulations() + " simulations in "
                + TrainingProgress.duration(fit.provenance().seconds())
                + "\n";
    }

    private String checked(CaseFit.Around around) {
        Metrics metrics = Metrics.of(around.recovery(), Contraction.empirical(), seed.child("report"));
        return "\nCheck around this posterior: " + VerdictText.of(metrics, verdict.orElseThrow()) + around.about();
    }
}
