package bayesflow4j.random;

/**
 * log k! for whole numbers k ≥ 0. Written here and not taken from a library: rejection samplers compare it with random
 * numbers, so that its last bit decides over draws, and these operations round alike on every machine.
 */
public final class LogFactorial {
    private static final double HALF_LOG_2PI = 0.9189385332046727;

    private static final double[] TABLE = table(1024);

    private LogFactorial() {}

    /** log k!, with a relative error of a few 1e-15. */
    public static double of(int k) {
        return k < TABLE.length ? TABLE[k] : stirling(k + 1.0);
    }

    private static double[] table(int count) {
        double[] logs = new double[count];
        for (int k = 0; k < count; k++) logs[k] = logGamma(k + 1.0);
        return logs;
    }

    /** log Γ(x) by Γ(x) = Γ(x + n) / (x … (x + n − 1)), with n so large that Stirling's series is exact to rounding. */
    private static double logGamma(double x) {
        double factor = 1;
        while (x < 10) {
            factor *= x;
            x += 1;
        }
        return stirling(x) - (factor == 1 ? 0 : StrictMath.log(factor));
    }

    /** log Γ(x) for x ≥ 10, by Stirling's series with the Bernoulli numbers B₂ₖ / (2k (2k−1) x^(2k−1)). */
    private static double stirling(double x) {
        double z = 1 / (x * x);
        double sum = -3617.0 / 122400;
        sum = Math.fma(sum, z, 1.0 / 156);
        sum = Math.fma(sum, z, -691.0 / 360360);
        sum = Math.fma(sum, z, 1.0 / 1188);
        sum = Math.fma(sum, z, -1.0 / 1680);
        sum = Math.fma(sum, z, 1.0 / 1260);
        sum = Math.fma(sum, z, -1.0 / 360);
        sum = Math.fma(sum, z, 1.0 / 12);
        return (x - 0.5) * StrictMath.log(x) - x + HALF_LOG_2PI + sum / x;
    }
}
