package bayesflow4j.model.distribution;

/** A distribution on a bounded interval the inverse of whose distribution function F is known. */
public interface WithQuantiles extends Distribution {
    /** F⁻¹(u), within the support for every u in [0, 1]. */
    double quantile(double probability);
}
