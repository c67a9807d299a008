package bayesflow4j.hypotheses;

import bayesflow4j.check.CheckRecord;
import bayesflow4j.check.Standing;
import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about a comparison of models before it sees any data: how it was trained, and whether it was checked.
 *
 * @param provenance how it was made
 * @param check what the last check found; empty if it was never checked
 */
public record ComparisonStanding(Provenance provenance, Optional<CheckRecord> check) {
    /** A validation loss above the training loss by more than this factor is overfitting: 1000 data sets tell it from chance. */
    private static final double OVERFITTED = 1.2;

    /** Good only if a check passed: what was never checked earns no trust. */
    public Verdict.Grade grade() {
        return check.map(CheckRecord::grade).orElse(isOverfitted() ? Verdict.Grade.POOR : Verdict.Grade.FAIR);
    }

    /** Whether a check passed without a finding. */
    public boolean passed() {
        return grade() == Verdict.Grade.GOOD;
    }

    /** Whether it passed a check. */
    public String checked() {
        if (check.isEmpty())
            return "This comparison was never checked: whether its probabilities are right is unknown. Run bayesflow check.";
        CheckRecord last = check.get();
        String where = " on " + last.dataSets() + " data sets of known models ("
                + last.made().toString().substring(0, 10) + ")";
        String faults = last.faults().isEmpty() ? "." : ": " + String.join(", ", last.faults()) + ".";
        return switch (last.grade()) {
            case GOOD ->
                "The comparison passed its check" + where + ": no test finds a deviation from exact calibration.";
            case FAIR -> "The comparison passed its check with reservations" + where + faults;
            case POOR -> "The comparison failed its check" + where + faults + " Do not trust its probabilities.";
        };
    }

    /** What the course of training says against it. */
    public List<String> warnings() {
        return isOverfitted()
                ? List.of(String.format(
                        Locale.ROOT,
                        "The comparison is overfitted: its loss on new simulations is %.2f times that on its training"
                                + " simulations. Train on more simulations.",
                        ratio()))
                : List.of();
    }

    /** All sentences, the one on the check first. */
    public List<String> sentences() {
        List<String> all = new ArrayList<>(List.of(checked()));
        all.addAll(warnings());
        if (provenance.simulations() > 0) all.add(new Standing(provenance, 1, check).trained());
        return List.copyOf(all);
    }

    /** Whether new simulations have a clearly higher loss than those of training. */
    public boolean isOverfitted() {
        return ratio() > OVERFITTED;
    }

    /** The loss on held-out simulations over that on those of training; 1 if each of these was used once. */
    private double ratio() {
        return provenance
                .training()
                .map(t -> t.validationLoss() / t.seenLoss().orElse(t.validationLoss()))
                .orElse(1.0);
    }

    /** The state as fields of {@code comparison.json}. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("check", check.map(CheckRecord::outcome).orElse("never checked"));
        json.put("overfitted", isOverfitted());
        json.put("sentences", sentences());
        return json;
    }
}
