package bayesflow4j.diagnostics;

/** A function of truths and draws with one value per parameter. */
public interface Metric {
    /** The name in metrics files, in camel case. */
    String name();

    /** The values [D], one per parameter; NaN where the recovery leaves it undefined. */
    double[] of(Recovery recovery);
}
