package bayesflow4j.hypotheses;

import bayesflow4j.diagnostics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether to trust the probabilities of a comparison, by tests whose family-wise error rate is {@code errorRate}: exact
 * probabilities fail any of them, or of those of the other verdicts of a check, with at most this probability.
 *
 * @param errorRate over all tests of the check together
 * @param dataSets K
 * @param findings one for each model
 * @param sharpness the factor by which log-odds are too large; below 1 they are too small
 * @param sharpnessPValue of the test of it, adjusted
 * @param shapePValue of the test of all reliability diagrams, adjusted
 * @param calibrationError of the recovery
 * @param expectedError the calibration error that exact probabilities have for so many data sets
 * @param accuracy how often the most probable model is the true one
 * @param waste whether simple statistics of the data tell more than the probabilities; empty if that was not tested
 */
public record ComparisonVerdict(
        double errorRate,
        int dataSets,
        List<Finding> findings,
        double sharpness,
        double sharpnessPValue,
        double shapePValue,
        double calibrationError,
        double expectedError,
        double accuracy,
        Optional<Waste> waste) {

    /** Log-odds wrong by less than this factor change probabilities by a few percentage points at most. */
    private static final double SLIGHT_SHARPNESS = 1.15;

    /** A mean probability wrong by less than this, in units of probability, is slight. */
    private static final double SLIGHT_ERROR = 0.02;

    /**
     * The probabilities of one model.
     *
     * @param model its name
     * @param predicted the mean of its probabilities
     * @param observed the fraction of data sets that it made
     * @param pValue of the test that both agree, adjusted by Holm's method
     */
    public record Finding(String model, double predicted, double observed, double pValue) {}

    /**
     * What simple statistics of a data set tell about its model beyond the probabilities, which for exact ones is nothing.
     *
     * @param share the fraction of the variance of 1[model is true] − probability that they explain
     * @param pValue of the test of it, adjusted
     */
    public record Waste(double share, double pValue) {}

    /** Copies the findings. */
    public ComparisonVerdict {
        findings = List.copyOf(findings);
    }

    private boolean misjudged(Finding finding) {
        return finding.pValue <= errorRate;
    }

    private boolean slight() {
        return Math.abs(Math.log(sharpness)) < Math.log(SLIGHT_SHARPNESS)
                && calibrationError - expectedError < SLIGHT_ERROR
                && findings.stream().allMatch(f -> Math.abs(f.predicted - f.observed) < SLIGHT_ERROR);
    }

    private boolean wastes() {
        return waste.filter(w -> w.pValue <= errorRate).isPresent();
    }

    private boolean calibrated() {
        return sharpnessPValue > errorRate
                && shapePValue > errorRate
                && findings.stream().noneMatch(this::misjudged);
    }

    /** The overall assessment: calibrated probabilities that ignore part of the data are fair. */
    public Verdict.Grade grade() {
        if (calibrated()) return wastes() ? Verdict.Grade.FAIR : Verdict.Grade.GOOD;
        return slight() ? Verdict.Grade.FAIR : Verdict.Grade.POOR;
    }

    /** The verdict in one sentence. */
    public String headline() {
        String tested = "no test finds a deviation from exact calibration";
        if (calibrated() && wastes())
            return "These probabilities are calibrated but not sharp: " + tested
                    + ", but the data tell more than they say.";
        return switch (grade()) {
            case GOOD ->
                waste.isEmpty()
                        ? "These probabilities are calibrated: " + tested
                                + ". Whether the data tell more was not tested."
                        : "These probabilities can be trusted: " + tested
                                + ", and no statistic of the data tells more.";
            case FAIR -> "These probabilities can be used with care: tests find deviations, but small ones.";
            case POOR -> "Do not trust these probabilities: they deviate from exact ones.";
        };
    }

    /** What the tests found, one sentence each. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(confidence());
        for (Finding f : findings)
            if (misjudged(f))
                sentences.add(format(
                        "%s is judged too %s: it made %.1f %% of the data sets and has a mean probability of %.1f %% (%s).",
                        f.model,
                        f.predicted > f.observed ? "probable" : "improbable",
                        100 * f.observed,
                        100 * f.predicted,
                        p(f.pValue)));
        if (findings.stream().noneMatch(this::misjudged))
            sentences.add("Every model is as probable on average as it is frequent (smallest "
                    + p(findings.stream().mapToDouble(Finding::pValue).min().orElseThrow()) + ").");
        sentences.add(
                shapePValue <= errorRate
                        ? format(
                                "Frequencies deviate from probabilities by %.3f on average, where exact ones would by %.3f (%s).",
                                calibrationError, expectedError, p(shapePValue))
                        : format(
                                "Frequencies agree with probabilities: they differ by %.3f on average, where exact ones would by %.3f (%s).",
                                calibrationError, expectedError, p(shapePValue)));
        waste.ifPresent(w -> sentences.add(
                wastes()
                        ? format(
                                "The data tell more than the probabilities: simple statistics of a data set explain %.0f %% of"
                                        + " what they leave open (%s). Train longer.",
                                100 * w.share, p(w.pValue))
                        : "Simple statistics of the data tell no more than the probabilities (" + p(w.pValue) + ")."));
        sentences.add(success());
        return sentences;
    }

    /** How often the most probable model is the true one, in a sentence. */
    public String success() {
        return format("The most probable model is the true one in %.1f %% of the data sets.", 100 * accuracy);
    }

    private String confidence() {
        if (sharpnessPValue > errorRate)
            return "The probabilities are as sure as they should be (" + p(sharpnessPValue) + ").";
        return sharpness > 1
                ? format(
                        "The probabilities are too sure: log-odds are %.2f times too large (%s).",
                        sharpness, p(sharpnessPValue))
                : format(
                        "The probabilities are too cautious: log-odds are %.2f times too small (%s).",
                        1 / sharpness, p(sharpnessPValue));
    }

    /** What is wrong, in a few words each. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (sharpnessPValue <= errorRate) faults.add(sharpness > 1 ? "too sure" : "too cautious");
        for (Finding f : findings)
            if (misjudged(f)) faults.add(f.model + " too " + (f.predicted > f.observed ? "probable" : "improbable"));
        if (shapePValue <= errorRate) faults.add("frequencies other than probabilities");
        if (wastes()) faults.add("the data tell more");
        return faults;
    }

    /** The number of tests. */
    public int tests() {
        return findings.size() + (waste.isPresent() ? 3 : 2);
    }

    private static String p(double value) {
        return value < 0.001 ? "p < 0.001" : format(value < 0.01 ? "p = %.3f" : "p = %.2f", value);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
