package bayesflow4j.posterior;

import bayesflow4j.random.Seed;
import java.util.List;

/** p(θ | x) for one observed data set x, to draw from. Immutable and safe to share between threads. */
@FunctionalInterface
public interface Posterior {
    /**
     * Draws [L, D] in the units of the model, each within the prior's support. They depend on the seed alone:
     * implementations use {@code seed.stream(0)} and children of the seed.
     */
    Draws sample(int count, Seed seed);

    /** The probabilities of the discrete parameters' values, if they are known otherwise than by drawing; else none. */
    default List<Probabilities> knownProbabilities() {
        return List.of();
    }
}
