package bayesflow4j.model.distribution;

/** A distribution on a bounded interval whose distribution function F and its inverse are known. */
public interface WithQuantiles extends Distribution {
    /** F(v) = P(V ≤ v) for a value within the support. */
    double probability(double value);

    /** F⁻¹(u), within the support for every u in [0, 1]. */
    double quantile(double probability);
}
