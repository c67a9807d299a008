package bayesflow4j.classical.abc;

import bayesflow4j.model.Domain;
import java.util.Arrays;

/** What is made of the simulations nearest to a data set: points of the posterior and their weights. */
public interface Adjustment {
    /** Rejection (Pritchard et al. 1999): the parameters as they are, in equal parts. */
    Adjustment NONE = (near, domain) -> {
        double[] equal = new double[near.theta().length];
        Arrays.fill(equal, 1);
        return new WeightedDraws(near.theta(), equal);
    };

    /** {@link LocalLinear}, the regression adjustment of Beaumont et al. (2002). */
    Adjustment LOCAL_LINEAR = new LocalLinear();

    /** The posterior, within the domain. */
    WeightedDraws apply(Neighborhood near, Domain domain);
}
