package bayesflow4j.check;

import bayesflow4j.model.Prior;
import bayesflow4j.model.distribution.Distribution;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Which factors of a prior are flat between their bounds, and the density of the others. Logarithmic parameters count by their
 * logarithm, so that a log-uniform prior is flat, and the square of a log-normal one is √2 times as narrow.
 */
final class PriorShape {
    /** θ and other values of one parameter that are tried in its place. */
    private static final int PLACES = 20;

    private static final double ROUNDING = 1e-9;

    private final Prior prior;
    private final boolean[] flat;

    /**
     * The shape of a prior.
     *
     * @param draws from it, at least 40
     */
    PriorShape(Prior prior, double[][] draws) {
        this.prior = prior;
        this.flat = new boolean[prior.dimension()];
        for (int j = 0; j < flat.length; j++)
            flat[j] = isConstant(j, draws, this::joint) || isConstant(j, draws, conditional(j));
    }

    /** log p(θⱼ | θ₁ … θⱼ₋₁); not a number where the prior does not know it. */
    private Function<double[], Double> conditional(int j) {
        return theta -> {
            Optional<Distribution> factor = prior.conditional(j, theta);
            return factor.map(of -> of.logDensity(theta[j]) + logScale(j, theta))
                    .orElse(Double.NaN);
        };
    }

    private double joint(double[] theta) {
        return prior.logDensity(theta)
                + IntStream.range(0, theta.length)
                        .mapToDouble(j -> logScale(j, theta))
                        .sum();
    }

    private double logScale(int j, double[] theta) {
        return prior.isLogarithmic(j) ? Math.log(theta[j]) : 0;
    }

    /** Whether a density is the same for all θⱼ, the other parameters being equal, as far as it is positive. */
    private static boolean isConstant(int j, double[][] draws, Function<double[], Double> density) {
        boolean compared = false;
        for (int i = 0; i < PLACES; i++) {
            double here = density.apply(draws[i]);
            double[] other = draws[i].clone();
            for (int k = 0; k < PLACES; k++) {
                other[j] = draws[PLACES + k][j];
                double there = density.apply(other);
                if (there == Double.NEGATIVE_INFINITY) continue;
                if (!(Math.abs(here - there) <= ROUNDING * (1 + Math.abs(here)))) return false;
                compared = true;
            }
        }
        return compared;
    }

    /** Whether only the bounds of parameter j matter. */
    boolean isFlat(int j) {
        return flat[j];
    }

    /** Whether some factor is not flat. */
    boolean isAnywhere() {
        return IntStream.range(0, flat.length).anyMatch(j -> !flat[j]);
    }

    /** The logarithm of the density of the factors that are not flat. */
    double logDensity(double[] theta) {
        double sum = 0;
        for (int j = 0; j < flat.length; j++) {
            if (flat[j]) continue;
            if (prior.conditional(j, theta).isEmpty()) return joint(theta);
            sum += conditional(j).apply(theta);
        }
        return sum;
    }
}
