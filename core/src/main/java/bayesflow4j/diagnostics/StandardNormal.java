package bayesflow4j.diagnostics;

/** N(0, 1): tail probability and quantile, to about 1e-12. */
final class StandardNormal {
    private StandardNormal() {}

    /** P(|Z| ≥ |z|). */
    static double twoSided(double z) {
        return Math.min(1, 2 * upperTail(Math.abs(z)));
    }

    /** P(Z ≥ z). */
    static double upperTail(double z) {
        if (z < 0) return 1 - upperTail(-z);
        double density = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
        return z < 4 ? 0.5 - density * series(z) : density * fraction(z);
    }

    /** Φ(z) − ½ = φ(z)·(z + z³/3 + z⁵/15 + …), all terms positive. */
    private static double series(double z) {
        double term = z;
        double sum = z;
        for (int n = 3; term > 1e-17 * sum; n += 2) {
            term *= z * z / n;
            sum += term;
        }
        return sum;
    }

    /** Mills' ratio as Laplace's continued fraction; 80 terms are exact to rounding from z = 4 on. */
    private static double fraction(double z) {
        double value = z;
        for (int n = 80; n >= 1; n--) value = z + n / value;
        return 1 / value;
    }

    /** The z with P(Z ≤ z) = p. */
    static double quantile(double p) {
        if (p < 0.5) return -quantile(1 - p);
        double z = 0;
        // Newton on a function that is concave from zero on: it climbs to the root without passing it.
        for (int i = 0; i < 100; i++) {
            double step = (p - 1 + upperTail(z)) / (Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI));
            z += step;
            if (Math.abs(step) < 1e-13) break;
        }
        return z;
    }
}
