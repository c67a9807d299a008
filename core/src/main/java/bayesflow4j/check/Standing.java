package bayesflow4j.check;

import bayesflow4j.diagnostics.Verdict;
import bayesflow4j.posterior.Ensemble;
import bayesflow4j.posterior.Estimator;
import bayesflow4j.posterior.Provenance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known about an estimator before it sees any data: how it was trained, and whether it was checked.
 *
 * @param provenance how it was made
 * @param parameters D, the number of parameters it infers
 * @param check what the last check found; empty if it was never checked
 * @param courses of training: one for each member of an ensemble, at most one for any other estimator
 */
public record Standing(
        Provenance provenance, int parameters, Optional<CheckRecord> check, List<Provenance.Training> courses) {
    /** A gap between the losses on held-out and on training simulations above this many nats per parameter is overfitting. */
    private static final double OVERFITTED = 0.1;

    /** A fall of the validation loss by this many nats per parameter in the last quarter of training promises more. */
    private static final double FALLING = 0.02;

    /** Copies the list. */
    public Standing {
        courses = List.copyOf(courses);
    }

    /** The standing of an estimator that is no ensemble. */
    public Standing(Provenance provenance, int parameters, Optional<CheckRecord> check) {
        this(provenance, parameters, check, provenance.training().stream().toList());
    }

    /** The standing of an estimator; the losses of an ensemble are means over its members. */
    public static Standing of(Estimator estimator, Optional<CheckRecord> check) {
        int parameters = estimator.schema().parameters().size();
        return new Standing(estimator.provenance(), parameters, check, Ensemble.courses(estimator));
    }

    /** Good only if a check passed and found no sharper posteriors: what was never checked earns no trust. */
    public Verdict.Grade grade() {
        if (check.isEmpty()) return isOverfitted() ? Verdict.Grade.POOR : Verdict.Grade.FAIR;
        boolean wide = check.get().grade() == Verdict.Grade.GOOD && check.get().findsSharper();
        return wide ? Verdict.Grade.FAIR : check.get().grade();
    }

    /** Whether a check passed without a finding. */
    public boolean passed() {
        return grade() == Verdict.Grade.GOOD;
    }

    /** All sentences, the one on the check first. */
    public List<String> sentences() {
        List<String> all = new ArrayList<>(List.of(checked()));
        check.map(CheckRecord::sharpness).filter(s -> !s.isEmpty()).ifPresent(all::add);
        all.addAll(warnings());
        if (provenance.simulations() > 0) all.add(trained());
        return List.copyOf(all);
    }

    /** What the course of training says against it: overfitting, or a loss that was still falling. */
    public List<String> warnings() {
        List<String> all = new ArrayList<>();
        if (isOverfitted()) all.add(overfitted());
        fall().filter(fall -> fall > FALLING * parameters).ifPresent(fall -> all.add(falling(fall)));
        return all;
    }

    /** Whether it passed a check. */
    public String checked() {
        if (check.isEmpty())
            return "This network was never checked: whether its posteriors are right is unknown. Run bayesflow check; to"
                    + " test one posterior alone, add --check to bayesflow infer or fit.";
        CheckRecord last = check.get();
        String where = " on " + last.dataSets() + " simulated data sets ("
                + last.made().toString().substring(0, 10) + ")";
        String faults = String.join(", ", last.faults());
        return switch (last.grade()) {
            case GOOD ->
                "The network passed its check" + where + ": no test finds a deviation from exact calibration"
                        + (last.findsSharper()
                                ? ", but sharper posteriors are possible: these are wider than need be."
                                : last.sharpness().isEmpty()
                                        ? "."
                                        : "; a probe, which sees large losses only, finds no sharper posteriors.");
            case FAIR ->
                "The network passed its check with reservations" + where + ": deviations are small"
                        + (faults.isEmpty() ? "." : " (" + faults + ").");
            case POOR ->
                "The network failed its check" + where + (faults.isEmpty() ? "" : ": " + faults)
                        + ". Do not trust its posteriors.";
        };
    }

    /** How it was trained. */
    public String trained() {
        String steps = provenance
                .training()
                .map(t ->
                        String.format(Locale.ROOT, ", %,d steps, validation loss %.3f", t.steps(), t.validationLoss()))
                .orElse("");
        Duration duration = Duration.ofSeconds(Math.round(provenance.seconds()));
        return String.format(
                Locale.ROOT,
                "Trained by %s%s on %,d simulations in %d:%02d minutes%s.",
                provenance.method(),
                courses.size() > 1 ? ", an ensemble of " + courses.size() + " networks," : "",
                provenance.simulations(),
                duration.toMinutes(),
                duration.toSecondsPart(),
                steps);
    }

    /** Whether new simulations have a clearly higher loss than those of training. */
    public boolean isOverfitted() {
        return gap() > OVERFITTED * parameters;
    }

    private String overfitted() {
        return String.format(
                Locale.ROOT,
                "The network is overfitted: its loss on new simulations is %.2f nats above that on its training"
                        + " simulations. Train on more simulations.",
                gap());
    }

    private static String falling(double fall) {
        return String.format(
                Locale.ROOT,
                "Its validation loss still fell by %.2f nats in the last quarter of training: longer training gains.",
                fall);
    }

    /** Nats by which held-out simulations are harder than those of training; none if each of these was used once. */
    private double gap() {
        return mean(courses.stream()
                        .filter(course -> course.seenLoss().isPresent())
                        .map(course ->
                                course.validationLoss() - course.seenLoss().getAsDouble()))
                .orElse(0.0);
    }

    /** By how much the validation loss fell in the last quarter of the steps; empty if it was not recorded before. */
    private Optional<Double> fall() {
        return mean(courses.stream()
                .flatMap(course -> course.history().stream()
                        .filter(point -> point.step() <= 3 * course.steps() / 4)
                        .reduce((first, second) -> second)
                        .map(point -> point.validation() - course.validationLoss())
                        .stream()));
    }

    private static Optional<Double> mean(Stream<Double> values) {
        List<Double> all = values.toList();
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.stream().mapToDouble(v -> v).sum() / all.size());
    }
}
