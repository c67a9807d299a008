package bayesflow4j.model;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * p(θ), the joint distribution of the D named parameters on its {@link Domain}.
 *
 * <p>Most priors are written as a chain of one-line factors, {@code Prior.of("beta", uniform(0.01, 1)).and(…)}; any other
 * joint distribution implements this interface.
 */
public interface Prior extends Domain {
    /** A draw θ [D]. */
    double[] sample(RandomGenerator rng);

    /** log p(θ), −∞ outside of the support. */
    double logDensity(double[] theta);

    /** How the distribution of each parameter is written, for example {@code uniform(0.01, beta)} [D]. */
    List<String> notation();

    /** The prior of one parameter; add further ones with {@link ChainPrior#and}. */
    static ChainPrior of(String name, Distribution distribution) {
        return ChainPrior.EMPTY.and(name, distribution);
    }
}
