package bayesflow4j.diagnostics;

/**
 * How far observed data lie from what the model simulates, and how often data simulated by the model lie at least as far.
 *
 * @param distance in the units of the test that made it
 * @param pValue the false-alarm rate at which a warning would just be given
 */
public record Surprise(double distance, double pValue) {
    /** Whether to warn, when one warning in 1 / {@code falseAlarmRate} data sets of the right model is acceptable. */
    public boolean exceeds(double falseAlarmRate) {
        return pValue <= falseAlarmRate;
    }
}
