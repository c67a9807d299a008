package bayesflow4j.diagnostics;

/**
 * The distance of observed data from simulated data, and how often data simulated by the model lie at least as far.
 *
 * @param distance in the units of the test
 * @param pValue the smallest false-alarm rate at which to warn
 */
public record Surprise(double distance, double pValue) {
    /** Whether to warn, if this fraction of false alarms is acceptable. */
    public boolean exceeds(double falseAlarmRate) {
        return pValue <= falseAlarmRate;
    }
}
