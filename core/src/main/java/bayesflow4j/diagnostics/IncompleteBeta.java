package bayesflow4j.diagnostics;

import bayesflow4j.numeric.LogGamma;

/** Iₓ(a, b) = P(B ≤ x) for B ~ Beta(a, b), by Lentz's continued fraction, to about 1e-12. */
final class IncompleteBeta {
    private static final int MOST_TERMS = 1000;
    private static final double TINY = 1e-300;

    private IncompleteBeta() {}

    static double of(double x, double a, double b) {
        if (x <= 0) return 0;
        if (x >= 1) return 1;
        // The fraction converges fast on the near side of the mean only.
        if (x > (a + 1) / (a + b + 2)) return 1 - of(1 - x, b, a);
        double front =
                Math.exp(LogGamma.of(a + b) - LogGamma.of(a) - LogGamma.of(b) + a * Math.log(x) + b * Math.log1p(-x));
        return front / (a * fraction(x, a, b));
    }

    private static double fraction(double x, double a, double b) {
        double value = 1;
        double c = 1;
        double d = 0;
        for (int n = 1; n < MOST_TERMS; n++) {
            int m = n / 2;
            double term = n % 2 == 0
                    ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                    : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / nonZero(1 + term * d);
            c = nonZero(1 + term / c);
            value *= c * d;
            if (Math.abs(c * d - 1) < 1e-15) break;
        }
        return value;
    }

    private static double nonZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }
}
