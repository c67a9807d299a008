package bayesflow4j.classical.smc;

import bayesflow4j.classical.Lottery;
import bayesflow4j.numeric.Cholesky;
import bayesflow4j.numeric.Exp;
import java.util.random.RandomGenerator;

/**
 * Σ wⱼ N(θ; θⱼ, h² Σ) on the unconstrained scale, a population smoothed by a normal kernel with its own weighted covariance and
 * Silverman's h = (4 / (n (D + 2)))^{1/(D+4)}, n the effective sample size.
 */
final class Perturbation {
    /** Added to the variances relative to their size, for parameters that depend on each other exactly. */
    private static final double RIDGE = 1e-9;

    private final Population population;
    private final Lottery lottery;
    private final Cholesky factor;
    private final double scale;
    /** L⁻¹ θⱼ / h: distances between these are those of the kernel. */
    private final double[][] whitened;

    private final double logConstant;

    Perturbation(Population population) {
        this.population = population;
        this.lottery = new Lottery(population.weights());
        int width = population.real()[0].length;
        double[][] covariance = population.covariance();
        for (int j = 0; j < width; j++) covariance[j][j] += RIDGE * covariance[j][j] + Double.MIN_NORMAL;
        factor = Cholesky.of(covariance);
        scale = StrictMath.pow(4 / (population.effectiveSize() * (width + 2)), 1.0 / (width + 4));
        whitened = new double[population.real().length][];
        for (int i = 0; i < whitened.length; i++)
            whitened[i] = whiten(population.real()[i]);
        logConstant = -0.5 * factor.logDet() - width * (StrictMath.log(scale) + 0.5 * StrictMath.log(2 * Math.PI));
    }

    private double[] whiten(double[] real) {
        double[] z = factor.halfSolve(real);
        for (int j = 0; j < z.length; j++) z[j] /= scale;
        return z;
    }

    /** A draw [D]: a particle by its weight, moved by the kernel. */
    double[] sample(RandomGenerator rng) {
        double[] center = population.real()[lottery.draw(rng)];
        double[] z = new double[center.length];
        for (int j = 0; j < z.length; j++) z[j] = scale * rng.nextGaussian();
        double[] moved = factor.times(z);
        for (int j = 0; j < z.length; j++) moved[j] += center[j];
        return moved;
    }

    /** log of the mixture's density, by log-sum-exp. */
    double logDensity(double[] real) {
        double[] z = whiten(real);
        double nearest = Double.POSITIVE_INFINITY;
        double[] half = new double[whitened.length];
        for (int i = 0; i < half.length; i++) {
            double sum = 0;
            for (int j = 0; j < z.length; j++) sum += (z[j] - whitened[i][j]) * (z[j] - whitened[i][j]);
            half[i] = sum / 2;
            nearest = Math.min(nearest, half[i]);
        }
        double sum = 0;
        for (int i = 0; i < half.length; i++) sum += population.weights()[i] * Exp.of(nearest - half[i]);
        return StrictMath.log(sum) - nearest + logConstant;
    }
}
