package bayesflow4j.numeric;

/**
 * log Φ, the logarithm of the standard normal distribution function, and its inverse, far into both tails. Written here
 * and not taken from a library: training evaluates it, and trained networks are the same to the bit on every machine.
 */
public final class LogNormalCdf {
    private static final double LOG_ROOT_2_PI = 0.5 * StrictMath.log(2 * Math.PI);

    /** Left of it the continued fraction of the tail has converged to the last bits after {@link #TERMS} terms. */
    private static final double TAIL = -3;

    private static final int TERMS = 60;

    private LogNormalCdf() {}

    /** log φ(a), the log-density. */
    public static double logDensity(double a) {
        return -0.5 * a * a - LOG_ROOT_2_PI;
    }

    /** log Φ(a). */
    public static double of(double a) {
        if (a < TAIL) return logDensity(a) - StrictMath.log(tail(-a));
        if (a > -TAIL) return StrictMath.log1p(-StrictMath.exp(of(-a)));
        return StrictMath.log(0.5 + StrictMath.exp(logDensity(a)) * series(a));
    }

    /** φ(a)/(1 − Φ(a)) for a ≥ 3, by Laplace's continued fraction a + 1/(a + 2/(a + 3/(a + …))). */
    private static double tail(double a) {
        double fraction = a;
        for (int k = TERMS; k >= 1; k--) fraction = a + k / fraction;
        return fraction;
    }

    /** (Φ(a) − ½)/φ(a) = a + a³/3 + a⁵/(3·5) + …, for |a| ≤ 3. */
    private static double series(double a) {
        double term = a;
        double sum = a;
        for (int k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
            term *= a * a / k;
            sum += term;
        }
        return sum;
    }

    /**
     * The a with log Φ(a) = {@code logProbability}, for probabilities up to ½, by Newton's method on a concave
     * function.
     */
    public static double inverse(double logProbability) {
        if (!(logProbability <= 0)) return logProbability > 0 ? 0 : Double.NaN;
        // Where Φ is small, log Φ(a) ≈ −a²/2; from the left of the root Newton's steps on a concave function do not
        // overshoot.
        double a = -StrictMath.sqrt(Math.max(0, -2 * logProbability));
        for (int i = 0; i < 100; i++) {
            double value = of(a);
            double step = (logProbability - value) / StrictMath.exp(logDensity(a) - value);
            a += step;
            if (Math.abs(step) <= 1e-14 * Math.max(1, Math.abs(a))) break;
        }
        return a;
    }
}
