package bayesflow4j.posterior;

/** p(θ | s(x)), a posterior that depends on the data through a summary s(x) only. */
public interface Summarized extends Posterior {
    /** s(x) [S]. */
    double[] summary();
}
