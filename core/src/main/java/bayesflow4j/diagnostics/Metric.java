package bayesflow4j.diagnostics;

/** A number per parameter that is a function of truths and draws. */
public interface Metric {
    /** The name in metrics files, in camel case. */
    String name();

    /** The values [D], one per parameter; NaN where the recovery leaves it undefined. */
    double[] of(Recovery recovery);
}
