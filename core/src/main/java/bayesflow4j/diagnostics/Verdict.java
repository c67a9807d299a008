package bayesflow4j.diagnostics;

import bayesflow4j.random.Seed;
import java.util.List;
import java.util.Locale;

/**
 * Whether to trust the posteriors, by tests of which exact posteriors fail any with probability at most {@code errorRate}.
 *
 * @param errorRate over all tests of all parameters together
 * @param dataSets K
 * @param draws L
 * @param findings one per parameter
 * @param jointPValue of the test of the joint posterior (random balls), adjusted like the others
 * @param jointError the median miscoverage of random balls
 */
public record Verdict(
        double errorRate, int dataSets, int draws, List<Finding> findings, double jointPValue, double jointError) {
    /** Exact posteriors are blamed for anything in one check of a hundred. */
    public static final double ERROR_RATE = 0.01;

    /** In one word. */
    public enum Grade {
        /** No test finds a deviation. */
        GOOD,
        /** Deviations are found, too small to matter for most uses. */
        FAIR,
        /** Deviations that matter are found. */
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

    /** The same, with a sharper test of whether posteriors use what the data tell. */
    public static Verdict of(Recovery recovery, DataStatistics statistics, Contraction contraction, Seed seed) {
        return VerdictTests.run(recovery, statistics, contraction, seed, ERROR_RATE);
    }

    /** The worst that was found. */
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

    /** The verdict in one sentence. */
    public String headline() {
        return switch (grade()) {
            case GOOD -> "These posteriors can be trusted: no test finds a deviation from exact calibration.";
            case FAIR -> "These posteriors can be used with care: deviations are found, but they are small.";
            case POOR -> "Do not trust these posteriors as they are: they deviate from what exact posteriors would be.";
        };
    }

    /** One sentence on the joint posterior. */
    public String jointSentence() {
        return jointPValue <= errorRate
                ? "All parameters together do not cover the truth as often as they claim (random balls, "
                        + Finding.p(jointPValue) + ")."
                : "The test of all parameters together, by random balls, finds no deviation (" + Finding.p(jointPValue)
                        + ").";
    }

    /** What the tests would have seen and what they may have missed. */
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
