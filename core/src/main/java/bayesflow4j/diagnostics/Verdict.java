package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether to trust the posteriors, by tests whose family-wise error rate is {@code errorRate}: exact posteriors fail
 * any of them with at most this probability.
 *
 * @param errorRate over all tests of all parameters together
 * @param dataSets K
 * @param draws L
 * @param findings one per parameter
 * @param jointPValue of the test of the joint posterior (random balls), adjusted like the others
 * @param jointError the median miscoverage of random balls
 * @param sharpness whether sharper posteriors are possible, if that was tested
 */
public record Verdict(
        double errorRate,
        int dataSets,
        int draws,
        List<Finding> findings,
        double jointPValue,
        double jointError,
        Optional<Sharpness> sharpness) {
    /** The family-wise error rate. */
    public static final double ERROR_RATE = 0.01;

    /** The overall assessment. */
    public enum Grade {
        /** No test finds a deviation. */
        GOOD,
        /** Tests find deviations, but all are too small to matter for most uses. */
        FAIR,
        /** Tests find deviations that matter. */
        POOR
    }

    /** Copies the findings. */
    public Verdict {
        findings = List.copyOf(findings);
    }

    /** The verdict on a recovery, with the error rate of {@link #ERROR_RATE}. */
    public static Verdict of(Recovery recovery, Contraction contraction, Seed seed) {
        return of(recovery, DataStatistics.none(), contraction, seed);
    }

    /** The same, with a more powerful test of whether posteriors use the information in the data. */
    public static Verdict of(Recovery recovery, DataStatistics statistics, Contraction contraction, Seed seed) {
        return VerdictTests.run(recovery, statistics, contraction, seed, ERROR_RATE);
    }

    /** The same with the result of a probe for sharper posteriors. */
    public Verdict with(Sharpness probed) {
        return new Verdict(errorRate, dataSets, draws, findings, jointPValue, jointError, Optional.of(probed));
    }

    /** The assessment of the worst deviation from exact calibration. */
    public Grade grade() {
        Grade grade = Grade.GOOD;
        if (jointPValue <= errorRate) grade = jointError < VerdictTests.SLIGHT_ERROR ? Grade.FAIR : Grade.POOR;
        for (Finding finding : findings) {
            if (finding.calibration() == Calibration.WELL_CALIBRATED) continue;
            if (!finding.slight()) return Grade.POOR;
            if (grade == Grade.GOOD) grade = Grade.FAIR;
        }
        return grade;
    }

    /** The assessment of posteriors as a whole: calibrated ones that are wider than need be are fair. */
    public Grade trust() {
        boolean wide = sharpness.filter(probed -> !probed.found().isEmpty()).isPresent();
        return wide && grade() == Grade.GOOD ? Grade.FAIR : grade();
    }

    /** The verdict in one sentence. */
    public String headline() {
        return switch (grade()) {
            case GOOD -> calibrated();
            case FAIR -> "These posteriors can be used with care: tests find deviations, but small ones.";
            case POOR -> "Do not trust these posteriors: they deviate from exact posteriors.";
        };
    }

    /** Posteriors that ignore part of the data may be calibrated: trust takes both. */
    private String calibrated() {
        String tested = "no test finds a deviation from exact calibration";
        if (sharpness.isEmpty())
            return "These posteriors are calibrated: " + tested + ". Whether sharper ones are possible was not tested.";
        List<String> wide =
                sharpness.get().found().stream().map(Sharpness.Gain::parameter).toList();
        return wide.isEmpty()
                ? "The intervals of these posteriors can be trusted: " + tested
                        + ". Sharper posteriors may be possible: a probe, which sees large losses only, finds none."
                : "These posteriors are calibrated but not sharp: " + tested + ", but the data tell more about "
                        + String.join(", ", wide) + " than they say.";
    }

    /** One sentence on the joint posterior. */
    public String jointSentence() {
        return jointPValue <= errorRate
                ? "Joint credible regions do not contain the truth as often as they claim (random balls, "
                        + Finding.p(jointPValue) + ")."
                : "The test of the joint posterior (random balls) finds no deviation (" + Finding.p(jointPValue) + ").";
    }

    /** The deviations that the tests detect with probability 0.8. */
    public String power() {
        int tests = VerdictTests.PER_PARAMETER * findings.size() + 1;
        // Two-sided at the strictest of Holm's levels, and 80 % power.
        double z = StandardNormal.quantile(1 - errorRate / tests / 2) + StandardNormal.quantile(0.8);
        return String.format(
                Locale.ROOT,
                "With %d data sets a bias of %.2f posterior standard deviations or a width wrong by %.0f %% is found with"
                        + " probability 0.8 or more; exact posteriors fail any of the %d tests with probability %.2f or less"
                        + " (Holm).",
                dataSets,
                z / Math.sqrt(dataSets),
                100 * z / Math.sqrt(2.0 * dataSets),
                tests,
                errorRate);
    }
}
