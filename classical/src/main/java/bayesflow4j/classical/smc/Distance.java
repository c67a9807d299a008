package bayesflow4j.classical.smc;

import bayesflow4j.model.Observations;

/** y ↦ d(x, y) ≥ 0, how far a simulated data set is from the observed one, which is fixed. Safe to share between threads. */
@FunctionalInterface
public interface Distance {
    /** d(x, y). */
    double to(Observations y);
}
