package bayesflow4j.diagnostics;

/** A number with its standard error. */
public record Estimate(double mean, double se) {
    /** The mean of independent values and its standard error. */
    public static Estimate ofMean(double[] values) {
        Sample sample = new Sample(values);
        return new Estimate(sample.mean(), Math.sqrt(sample.variance() / values.length));
    }
}
