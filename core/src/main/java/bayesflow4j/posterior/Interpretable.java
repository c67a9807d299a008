package bayesflow4j.posterior;

import java.util.Optional;

/** An estimator that may know which statistics of the data its answers depend on. */
public interface Interpretable extends Estimator {
    /** The importance of each statistic for each parameter, if it is known. */
    Optional<Importance> importance();
}
