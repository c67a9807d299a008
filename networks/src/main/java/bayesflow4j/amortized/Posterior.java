package bayesflow4j.amortized;

import bayesflow4j.posterior.Draws;
import java.util.random.RandomGenerator;

/** p(θ | x) for one observed data set x, to draw from and to evaluate. Immutable and safe to share between threads. */
public interface Posterior {
    /** Draws [L, D] in the user's units; each within the prior's support. */
    Draws sample(int count, RandomGenerator rng);

    /** log p(θ | x) in the user's units, −∞ outside of the support; over it the density integrates to one. */
    double logDensity(double[] theta);

    /** Of draws, the one of the greatest density: the posterior's mode, as near as the draws come to it. */
    default double[] mode(Draws draws) {
        double[] best = draws.row(0);
        double highest = Double.NEGATIVE_INFINITY;
        for (int l = 0; l < draws.count(); l++) {
            double[] theta = draws.row(l);
            double density = logDensity(theta);
            if (density > highest) {
                highest = density;
                best = theta;
            }
        }
        return best;
    }
}
