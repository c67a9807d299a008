package bayesflow4j.posterior;

/** p(θ | x) for one observed data set x, to draw from and to evaluate. */
public interface DensityPosterior extends Posterior {
    /** log p(θ | x) in the units of the model, −∞ outside the support; the density integrates to one. */
    double logDensity(double[] theta);

    /**
     * A posterior as one that knows its density.
     *
     * @throws IllegalArgumentException if it does not
     */
    static DensityPosterior of(Posterior posterior) {
        if (posterior instanceof DensityPosterior density) return density;
        throw new IllegalArgumentException("posterior: expected one that knows its density, got one that can only be"
                + " drawn from; bayesflow methods lists which methods know it");
    }

    /** The draw with the highest density [D], an approximation of the posterior mode. */
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
