package bayesflow4j.head.categorical;

/**
 * The loss of a pair of classes, a wrong one k against the true one y, where u = (fₖ − fᵧ)/2 is half of their log-odds: exp(u)
 * where |u| is at most 6. Beyond, it continues as a straight line, so that no data set rules a step; below −6 as
 * (exp(6 + 2u) + exp(−6))/2. It is convex with a continuous slope, and slope(u)/slope(−u) = exp(2u) everywhere, so that the
 * expected loss is smallest where fₖ − fᵧ is log p(k)/p(y), at all odds.
 *
 * <p>With exp(u) below −6 as well, the ratio would be exp(6 + |u|) beyond, and odds of eᵗ : 1, t &gt; 12, would be learned as
 * e²ᵗ⁻¹² : 1.
 */
final class PairLoss {
    private static final double BEND = 6;

    private PairLoss() {}

    static double value(double u) {
        if (u > BEND) return StrictMath.exp(BEND) * (1 + u - BEND);
        return u < -BEND ? (StrictMath.exp(BEND + 2 * u) + StrictMath.exp(-BEND)) / 2 : StrictMath.exp(u);
    }

    /** The derivative by u. */
    static double slope(double u) {
        return u < -BEND ? StrictMath.exp(BEND + 2 * u) : StrictMath.exp(Math.min(u, BEND));
    }

    /** The second derivative by u; that of the straight line is taken from its beginning, which keeps Newton's steps short. */
    static double curvature(double u) {
        return u < -BEND ? 2 * StrictMath.exp(BEND + 2 * u) : StrictMath.exp(Math.min(u, BEND));
    }
}
