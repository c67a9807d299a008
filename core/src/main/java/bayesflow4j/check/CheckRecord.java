package bayesflow4j.check;

import bayesflow4j.data.DataFileException;
import bayesflow4j.diagnostics.Finding;
import bayesflow4j.diagnostics.Sharpness;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Provenance;
import bayesflow4j.random.Seed;
import bayesflow4j.storage.EstimatorFile;
import bayesflow4j.storage.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The verdict of a {@link ModelCheck} on an estimator, kept in the estimator's file so that everyone who uses it can see it.
 *
 * @param made when it was checked
 * @param version of the library that checked it
 * @param grade the assessment
 * @param headline the verdict in one sentence
 * @param dataSets K
 * @param draws L
 * @param seed of the check
 * @param faults the parameters that are not well calibrated, each with its diagnosis
 * @param sharpness a sentence on whether sharper posteriors are possible; empty if that was not measured
 */
public record CheckRecord(
        Instant made,
        String version,
        Verdict.Grade grade,
        String headline,
        int dataSets,
        int draws,
        long seed,
        List<String> faults,
        String sharpness) {
    private static final String NAME = "check";

    /** Copies the list. */
    public CheckRecord {
        faults = List.copyOf(faults);
    }

    /** The record of a verdict that was reached by chance of this seed. */
    public static CheckRecord of(Verdict verdict, Seed seed, Instant made) {
        List<String> faults = verdict.findings().stream()
                .filter(Finding::isFault)
                .map(finding -> finding.parameter() + " " + finding.words())
                .toList();
        return new CheckRecord(
                made,
                Provenance.libraryVersion(),
                verdict.grade(),
                verdict.headline(),
                verdict.dataSets(),
                verdict.draws(),
                seed.value(),
                faults,
                verdict.sharpness().map(Sharpness::sentence).orElse(""));
    }

    /** Whether the probe found that sharper posteriors are possible. */
    public boolean findsSharper() {
        return sharpness.startsWith(Sharpness.POSSIBLE);
    }

    /** Whether the estimator passed, in one word or a few. */
    public String outcome() {
        return switch (grade) {
            case GOOD -> "passed";
            case FAIR -> "passed with reservations";
            case POOR -> "failed";
        };
    }

    /** Stores the record in the estimator's file, in the place of an earlier one. */
    public void store(Path file) throws IOException {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("made", made.toString());
        json.put("version", version);
        json.put("grade", grade.name().toLowerCase(Locale.ROOT));
        json.put("headline", headline);
        json.put("dataSets", dataSets);
        json.put("draws", draws);
        json.put("seed", seed);
        json.put("faults", String.join("; ", faults));
        json.put("sharpness", sharpness);
        EstimatorFile.annotate(file, NAME, json);
    }

    /** The record in an estimator's file; none if the estimator was never checked. */
    public static Optional<CheckRecord> in(Path file) throws IOException {
        try {
            return EstimatorFile.annotation(file, NAME).map(CheckRecord::read);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new DataFileException(file, e.getMessage());
        }
    }

    private static CheckRecord read(Fields json) {
        String faults = json.text("faults");
        CheckRecord record = new CheckRecord(
                Instant.parse(json.text("made")),
                json.text("version"),
                json.choice("grade", Verdict.Grade.class),
                json.text("headline"),
                json.integer("dataSets", 1, Integer.MAX_VALUE),
                json.integer("draws", 1, Integer.MAX_VALUE),
                json.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                faults.isEmpty() ? List.of() : List.of(faults.split("; ")),
                json.text("sharpness"));
        json.end();
        return record;
    }
}
