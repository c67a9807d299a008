package bayesflow4j.numeric;

/** log Γ(x) for x > 0. */
public final class LogGamma {
    private static final double HALF_LOG_2PI = 0.9189385332046727;

    private LogGamma() {}

    /** log Γ(x), with a relative error of a few 1e-15 (an absolute one near the zeros at 1 and 2). */
    public static double of(double x) {
        if (!(x > 0)) throw new IllegalArgumentException("log gamma: expected x > 0, got " + x);
        double shift = 0;
        double factor = 1;
        // Γ(x) = Γ(x + k) / (x … (x + k − 1)), until Stirling's series is exact to rounding.
        while (x < 10) {
            factor *= x;
            x += 1;
        }
        if (factor != 1) shift = StrictMath.log(factor);
        return (x - 0.5) * StrictMath.log(x) - x + HALF_LOG_2PI + stirling(x) - shift;
    }

    /** log Γ(x) − ((x − ½) log x − x + ½ log 2π) for x ≥ 10: Bernoulli numbers B₂ₖ / (2k (2k−1) x^(2k−1)). */
    public static double stirling(double x) {
        double z = 1 / (x * x);
        double sum = -3617.0 / 122400;
        sum = Math.fma(sum, z, 1.0 / 156);
        sum = Math.fma(sum, z, -691.0 / 360360);
        sum = Math.fma(sum, z, 1.0 / 1188);
        sum = Math.fma(sum, z, -1.0 / 1680);
        sum = Math.fma(sum, z, 1.0 / 1260);
        sum = Math.fma(sum, z, -1.0 / 360);
        sum = Math.fma(sum, z, 1.0 / 12);
        return sum / x;
    }
}
