package bayesflow4j.random;

import bayesflow4j.numeric.Exp;
import java.util.random.RandomGenerator;

/**
 * Draws from P(k) = e^(−μ) μᵏ / k!, exact to rounding. Written for time series, where μ changes with every draw;
 * library samplers prepare themselves for one μ.
 *
 * <p>Sums of Poisson variables are Poisson. So below μ = 256 a draw is the sum of one from a table for the next lower
 * multiple of 16, one from a table for the next lower quarter, and one for the rest, which is mostly 0.
 */
public final class Poisson {
    private static final double MOST = 1e9;
    private static final int COARSE = 16;
    private static final int FINE_PER_UNIT = 4;
    private static final AliasTable[] COARSE_TABLES = tables(16, COARSE);
    private static final AliasTable[] FINE_TABLES = tables(COARSE * FINE_PER_UNIT, 1.0 / FINE_PER_UNIT);

    private Poisson() {}

    /** A draw with this mean, from 0 to 10⁹. */
    public static int sample(double mean, RandomGenerator rng) {
        if (!(mean >= 0 && mean <= MOST))
            throw new IllegalArgumentException("mean: expected a number from 0 to 1e9, got " + mean);
        if (mean >= COARSE * COARSE_TABLES.length) return reject(mean, rng);
        int quarters = (int) (mean * FINE_PER_UNIT);
        int sum = search(mean - (double) quarters / FINE_PER_UNIT, rng);
        int coarse = quarters / FINE_TABLES.length;
        int fine = quarters % FINE_TABLES.length;
        if (fine > 0) sum += FINE_TABLES[fine].of(rng.nextLong());
        if (coarse > 0) sum += COARSE_TABLES[coarse].of(rng.nextLong());
        return sum;
    }

    /** Adds up P(0), P(1), … until the sum passes a uniform number, for means below ¼. */
    private static int search(double mean, RandomGenerator rng) {
        double left = rng.nextDouble();
        // P(0) > 1 − μ: most draws end here, without an exponential.
        if (left < 1 - mean) return 0;
        double p = Exp.of(-mean);
        int k = 0;
        while (left >= p && k < 20) {
            left -= p;
            k++;
            p *= mean / k;
        }
        return k;
    }

    /** Hörmann's transformed rejection PTRS (1993): most draws take no logarithm. */
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
            if (StrictMath.log(hat) <= k * StrictMath.log(mean) - mean - LogFactorial.of((int) k)) return (int) k;
        }
    }

    /** For the means 0, unit, 2·unit, …; up to k where the rest of the mass is below 10⁻¹⁶. */
    private static AliasTable[] tables(int count, double unit) {
        AliasTable[] tables = new AliasTable[count];
        for (int i = 0; i < count; i++) {
            double mean = i * unit;
            double[] p = new double[(int) (mean + 9 * Math.sqrt(mean) + 16)];
            p[0] = StrictMath.exp(-mean);
            for (int k = 1; k < p.length; k++) p[k] = p[k - 1] * mean / k;
            tables[i] = new AliasTable(p);
        }
        return tables;
    }
}
