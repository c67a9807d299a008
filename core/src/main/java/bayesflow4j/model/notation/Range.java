package bayesflow4j.model.notation;

import bayesflow4j.model.distribution.Support;
import java.util.function.DoubleBinaryOperator;

/**
 * [lower, upper], possibly infinite: an interval that contains every value of an expression.
 *
 * <p>Rounding to nearest is monotone, and so are the library's exp, log and pow: the bounds need no rounding outward to
 * hold every computed value. A result that is not a number lies in no range; no distribution accepts one.
 */
record Range(double lower, double upper) {
    Range {
        // The difference of two infinite bounds says nothing.
        // Adding 0 makes a negative zero positive: pow tells them apart.
        lower = Double.isNaN(lower) ? Double.NEGATIVE_INFINITY : lower + 0.0;
        upper = Double.isNaN(upper) ? Double.POSITIVE_INFINITY : upper + 0.0;
    }

    static final Range ALL = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    static Range of(Support support) {
        return new Range(support.lower(), support.upper());
    }

    Range plus(Range other) {
        return new Range(lower + other.lower, upper + other.upper);
    }

    Range minus(Range other) {
        return plus(other.negated());
    }

    Range negated() {
        return new Range(-upper, -lower);
    }

    Range times(Range other) {
        // The values are finite, so 0 times a bound at infinity stands for 0.
        return corners(other, (a, b) -> a == 0 || b == 0 ? 0 : a * b);
    }

    Range over(Range other) {
        boolean positive = other.lower >= 0 && other.upper > 0;
        boolean negative = other.upper <= 0 && other.lower < 0;
        if (!positive && !negative) return ALL;
        double beyond = positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        return corners(other, (a, b) -> {
            if (a == 0 || Double.isInfinite(b)) return 0;
            return b == 0 ? a * beyond : a / b;
        });
    }

    Range power(Range exponent) {
        // For a base from 0 up the power is monotone in each argument, so its extremes are at the corners.
        if (lower >= 0) return corners(exponent, Range::power);
        boolean whole = exponent.lower == exponent.upper
                && exponent.lower == Math.rint(exponent.lower)
                && Double.isFinite(exponent.lower);
        if (!whole || exponent.lower < 0 && upper >= 0) return ALL;
        Range ends = corners(exponent, Range::power);
        boolean even = exponent.lower % 2 == 0;
        return even && upper >= 0 ? new Range(exponent.lower == 0 ? 1 : 0, ends.upper) : ends;
    }

    private static double power(double base, double exponent) {
        return base == 1 ? 1 : StrictMath.pow(base, exponent);
    }

    Range exp() {
        return new Range(StrictMath.exp(lower), StrictMath.exp(upper));
    }

    Range log() {
        return new Range(StrictMath.log(Math.max(0, lower)), StrictMath.log(Math.max(0, upper)));
    }

    Range abs() {
        double largest = Math.max(Math.abs(lower), Math.abs(upper));
        return new Range(lower <= 0 && upper >= 0 ? 0 : Math.min(Math.abs(lower), Math.abs(upper)), largest);
    }

    Range sqrt() {
        return new Range(Math.sqrt(Math.max(0, lower)), Math.sqrt(Math.max(0, upper)));
    }

    private Range corners(Range other, DoubleBinaryOperator operation) {
        double a = operation.applyAsDouble(lower, other.lower);
        double b = operation.applyAsDouble(lower, other.upper);
        double c = operation.applyAsDouble(upper, other.lower);
        double d = operation.applyAsDouble(upper, other.upper);
        return new Range(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }
}
