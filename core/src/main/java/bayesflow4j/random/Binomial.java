package bayesflow4j.random;

import bayesflow4j.numeric.Exp;
import java.util.random.RandomGenerator;

/**
 * Draws from P(k) = C(n, k) pᵏ (1 − p)ⁿ⁻ᵏ. Written for epidemics, where n and p change with every draw: library
 * samplers, which prepare themselves for fixed n and p, take about a hundred times as long.
 */
public final class Binomial {
    private static final double SMALL = 20;

    /** 1/k, so that a recurrence multiplies instead of dividing; beyond is no mass that a double can see. */
    private static final double[] INVERSE = inverses(256);

    private Binomial() {}

    /** A draw of the number of successes among {@code n} trials. */
    public static int sample(int n, double p, RandomGenerator rng) {
        if (n < 0) throw new IllegalArgumentException("n: expected at least 0, got " + n);
        if (!(p >= 0 && p <= 1)) throw new IllegalArgumentException("p: expected a number from 0 to 1, got " + p);
        return p <= 0.5 ? sampleFewer(n, p, rng) : n - sampleFewer(n, 1 - p, rng);
    }

    /**
     * A draw of the number of events among {@code n} individuals that each have this integrated hazard: the probability
     * of an event is 1 − e^(−hazard).
     */
    public static int ofHazard(int n, double hazard, RandomGenerator rng) {
        double mean = n * hazard;
        if (!(mean <= SMALL && hazard >= 0 && hazard <= 1)) return sample(n, -StrictMath.expm1(-hazard), rng);
        if (mean == 0) return 0;
        double u = rng.nextDouble();
        // P(0) = e^(−n·hazard) > 1 − n·hazard: rare events mostly end here, without an exponential.
        if (u < 1 - mean) return 0;
        double none = Exp.of(-mean);
        return u < none ? 0 : search(n, Exp.of(hazard) - 1, none, u);
    }

    private static int sampleFewer(int n, double p, RandomGenerator rng) {
        if (n == 0 || p == 0) return 0;
        return n * p < SMALL
                ? search(n, p / (1 - p), Exp.of(n * StrictMath.log1p(-p)), rng.nextDouble())
                : reject(n, p, rng);
    }

    /** Adds up P(0), P(1), … until the sum passes a uniform number. */
    private static int search(int n, double odds, double none, double u) {
        double left = u;
        double p = none;
        int most = Math.min(n, INVERSE.length - 1);
        int k = 0;
        while (left >= p && k < most) {
            left -= p;
            p *= (n - k) * odds * INVERSE[k + 1];
            k++;
        }
        return k;
    }

    /** Hörmann's transformed rejection BTRS (1993), for n·p ≥ 10 and p ≤ ½. */
    private static int reject(int n, double p, RandomGenerator rng) {
        double deviation = Math.sqrt(n * p * (1 - p));
        double b = Math.fma(2.53, deviation, 1.15);
        double a = -0.0873 + 0.0248 * b + 0.01 * p;
        double center = n * p + 0.5;
        double quick = 0.92 - 4.2 / b;
        int mode = (int) ((n + 1.0) * p);
        while (true) {
            double u = rng.nextDouble() - 0.5;
            double v = rng.nextDouble();
            double edge = 0.5 - Math.abs(u);
            double k = Math.floor(Math.fma(2 * a / edge + b, u, center));
            if (edge >= 0.07 && v <= quick) return (int) k;
            if (!(k >= 0 && k <= n)) continue;
            double hat = v * (2.83 + 5.1 / b) * deviation / (a / (edge * edge) + b);
            double logRatio = logChoices(n, mode) - logChoices(n, (int) k) + (k - mode) * StrictMath.log(p / (1 - p));
            if (StrictMath.log(hat) <= logRatio) return (int) k;
        }
    }

    /** log of k! (n − k)!. */
    private static double logChoices(int n, int k) {
        return LogFactorial.of(k) + LogFactorial.of(n - k);
    }

    private static double[] inverses(int count) {
        double[] inverse = new double[count];
        for (int k = 1; k < count; k++) inverse[k] = 1.0 / k;
        return inverse;
    }
}
