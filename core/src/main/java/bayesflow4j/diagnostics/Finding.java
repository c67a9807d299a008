package bayesflow4j.diagnostics;

import java.util.Locale;

/**
 * The result of all tests for one parameter. p-values are adjusted by Holm's method over all tests of the verdict.
 *
 * @param parameter its name
 * @param calibration the diagnosis
 * @param slight whether the deviation is too small to matter for most uses
 * @param bias mean of the normal scores: how many posterior standard deviations the truths lie above the posteriors
 * @param spread of the normal scores: the factor by which posteriors are too narrow; below 1 they are too wide
 * @param coverage90 the fraction of truths inside 90 % intervals
 * @param beyond the fraction of truths beyond all draws of their posterior
 * @param locationPValue of the t-test of the bias
 * @param spreadPValue of the χ²-test of the spread
 * @param shapePValue of the simultaneous test of the ranks' distribution function
 * @param predictable the fraction of the variance of the normal scores that the data predict; 0 if exact
 * @param predictablePValue of the F-test of it
 * @param information what the data tell about the parameter
 */
public record Finding(
        String parameter,
        Calibration calibration,
        boolean slight,
        double bias,
        double spread,
        double coverage90,
        double beyond,
        double locationPValue,
        double spreadPValue,
        double shapePValue,
        double predictable,
        double predictablePValue,
        Information information) {

    /** More truths than this beyond all draws are worth a word. */
    private static final double FAR = 0.05;

    /** From here the ranks no longer tell the factor, and it is an estimate from distances, see {@link NormalScores}. */
    private static final double SATURATED = 2.5;

    /** The diagnosis as words of a sentence: "over-confident", "slightly biased" … */
    public String words() {
        return (slight ? "slightly " : "") + calibration.words();
    }

    /** Whether a test finds a deviation. */
    public boolean isFault() {
        return calibration != Calibration.WELL_CALIBRATED;
    }

    /** The smallest of the four adjusted p-values. */
    public double pValue() {
        return Math.min(Math.min(shapePValue, predictablePValue), Math.min(locationPValue, spreadPValue));
    }

    /** One sentence on calibration, with the parameter called {@code label}. */
    public String calibrationSentence(String label) {
        String direction = bias > 0 ? "low" : "high";
        String how = switch (calibration) {
            case WELL_CALIBRATED -> "no test of its ranks finds a deviation (smallest " + p(pValue()) + ")";
            case OVER_CONFIDENT ->
                format(
                        "its posteriors are %s too narrow; 90 %% intervals contain the truth in %.0f %%"
                                + " of the data sets%s (%s)",
                        times(spread),
                        100 * coverage90,
                        beyond >= FAR ? format(", and %.0f %% of the truths lie beyond all draws", 100 * beyond) : "",
                        p(spreadPValue));
            case UNDER_CONFIDENT ->
                format(
                        "its posteriors are %.2f times too wide; 90 %% intervals contain the truth in %.0f %% of"
                                + " the data sets (%s)",
                        1 / spread, 100 * coverage90, p(spreadPValue));
            case BIASED ->
                format(
                        "its posteriors lie too %s, by %.2f posterior standard deviations on average (%s)",
                        direction, Math.abs(bias), p(locationPValue));
            case WRONG_SHAPE ->
                "center and width are right on average, but the ranks of the truths are not uniform (" + p(shapePValue)
                        + ")";
            case WASTEFUL ->
                format(
                        "on average its posteriors are right, but simple statistics of a data set tell beforehand"
                                + " whether its posterior lies too low or too high. They ignore part of the"
                                + " information: %.0f %% of the variance of the truth's place in its posterior is"
                                + " predictable (%s)",
                        100 * predictable, p(predictablePValue));
        };
        return label + " is " + words() + ": " + how + ".";
    }

    private static String times(double factor) {
        if (Double.isInfinite(factor)) return "infinitely";
        return factor < SATURATED ? format("%.2f times", factor) : format("some %.0f times", factor);
    }

    static String p(double value) {
        return value < 0.0001 ? "p < 0.0001" : format(value < 0.01 ? "p = %.4f" : "p = %.2f", value);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
