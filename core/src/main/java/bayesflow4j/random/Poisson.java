package bayesflow4j.random;

import bayesflow4j.numeric.Exp;
import bayesflow4j.numeric.LogGamma;
import java.util.random.RandomGenerator;

/** Draws from P(k) = e^(−μ) μᵏ / k!, exact and quick when μ changes with every draw. */
public final class Poisson {
    private static final double MOST = 1e9;
    private static final double SMALL = 12;

    /** 1/k, so that a recurrence multiplies instead of dividing. */
    static final double[] INVERSE = inverses(256);

    private Poisson() {}

    /** A draw with this mean, from 0 to 10⁹. */
    public static int sample(double mean, RandomGenerator rng) {
        if (!(mean >= 0 && mean <= MOST))
            throw new IllegalArgumentException("mean: expected a number from 0 to 1e9, got " + mean);
        return mean < SMALL ? search(mean, rng) : reject(mean, rng);
    }

    /** Adds up P(0), P(1), … until the sum passes a uniform number; beyond 255 is no mass that a double can see. */
    private static int search(double mean, RandomGenerator rng) {
        double left = rng.nextDouble();
        double p = Exp.of(-mean);
        int k = 0;
        while (left >= p && k < 255) {
            left -= p;
            k++;
            p *= mean * INVERSE[k];
        }
        return k;
    }

    /** Hörmann's transformed rejection PTRS (1993): nine of ten draws take no logarithm. */
    private static int reject(double mean, RandomGenerator rng) {
        double b = Math.fma(2.53, Math.sqrt(mean), 0.931);
        double a = Math.fma(0.02483, b, -0.059);
        double quick = 0.9277 - 3.6224 / (b - 2);
        while (true) {
            double u = rng.nextDouble() - 0.5;
            double v = rng.nextDouble();
            double edge = 0.5 - Math.abs(u);
            double k = Math.floor(Math.fma(2 * a / edge + b, u, mean + 0.43));
            if (edge >= 0.07 && v <= quick) return (int) k;
            if (!(k >= 0 && k <= Integer.MAX_VALUE) || edge < 0.013 && v > edge) continue;
            double hat = v * (1.1239 + 1.1328 / (b - 3.4)) / (a / (edge * edge) + b);
            if (StrictMath.log(hat) <= k * StrictMath.log(mean) - mean - LogGamma.of(k + 1)) return (int) k;
        }
    }

    private static double[] inverses(int count) {
        double[] inverse = new double[count];
        for (int k = 1; k < count; k++) inverse[k] = 1.0 / k;
        return inverse;
    }
}
