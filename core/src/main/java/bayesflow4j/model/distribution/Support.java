package bayesflow4j.model.distribution;

/**
 * A closed interval of the real line, with the smooth increasing bijection of its interior onto all real numbers.
 *
 * <p>{@link #fromReal} never leaves the interval, and {@link #toReal} is finite on all of it, including the boundary.
 */
public sealed interface Support {
    /** All real numbers. */
    Support REAL = new Real();

    /** The numbers above 0. */
    Support POSITIVE = new Above(0);

    /**
     * The largest magnitude that {@link #fromReal} returns where there is no bound; sums of such values do not
     * overflow.
     */
    double FAR = 1e300;

    /** The image of {@code value} on the real line. */
    double toReal(double value);

    /** The value whose image is {@code real}; inverse of {@link #toReal}. */
    double fromReal(double real);

    /** log of the slope of {@link #toReal} at {@code value}: log p(value) = log p(real) + logSlope(value). */
    double logSlope(double value);

    /** The smallest value, possibly −∞. */
    double lower();

    /** The greatest value, possibly ∞. */
    double upper();

    /** Whether {@code value} is finite and between the bounds. */
    default boolean contains(double value) {
        return value >= lower() && value <= upper() && Double.isFinite(value);
    }

    /** The support between two bounds, either of which may be infinite. */
    static Support between(double lower, double upper) {
        if (!(lower < upper))
            throw new IllegalArgumentException("support: expected lower < upper, got " + lower + " and " + upper);
        boolean below = lower > Double.NEGATIVE_INFINITY;
        boolean above = upper < Double.POSITIVE_INFINITY;
        if (below && above) return new Interval(lower, upper);
        if (below) return new Above(lower);
        return above ? new Below(upper) : REAL;
    }

    /** (−∞, ∞), mapped by the identity. */
    record Real() implements Support {
        @Override
        public double toReal(double value) {
            return value;
        }

        @Override
        public double fromReal(double real) {
            return clamp(real, -FAR, FAR);
        }

        @Override
        public double logSlope(double value) {
            return 0;
        }

        @Override
        public double lower() {
            return Double.NEGATIVE_INFINITY;
        }

        @Override
        public double upper() {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** [lower, ∞), mapped by log(v − lower). */
    record Above(double lower) implements Support {
        public Above {
            requireFinite("lower", lower);
        }

        @Override
        public double toReal(double value) {
            return finite(StrictMath.log(value - lower));
        }

        @Override
        public double fromReal(double real) {
            return clamp(lower + StrictMath.exp(real), Math.nextUp(lower), FAR);
        }

        @Override
        public double logSlope(double value) {
            return -toReal(value);
        }

        @Override
        public double upper() {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** (−∞, upper], mapped by −log(upper − v). */
    record Below(double upper) implements Support {
        public Below {
            requireFinite("upper", upper);
        }

        @Override
        public double toReal(double value) {
            return finite(-StrictMath.log(upper - value));
        }

        @Override
        public double fromReal(double real) {
            return clamp(upper - StrictMath.exp(-real), -FAR, Math.nextDown(upper));
        }

        @Override
        public double logSlope(double value) {
            return toReal(value);
        }

        @Override
        public double lower() {
            return Double.NEGATIVE_INFINITY;
        }
    }

    /** [lower, upper], mapped by log((v − lower) / (upper − v)). */
    record Interval(double lower, double upper) implements Support {
        public Interval {
            requireFinite("lower", lower);
            requireFinite("upper", upper);
            if (!(lower < upper))
                throw new IllegalArgumentException("interval: expected lower < upper, got " + lower + " and " + upper);
        }

        @Override
        public double toReal(double value) {
            return finite(StrictMath.log((value - lower) / (upper - value)));
        }

        @Override
        public double fromReal(double real) {
            double tail = 1 / (1 + StrictMath.exp(Math.abs(real)));
            // Measured from the nearer bound, so that values close to either keep their precision.
            double value = real < 0 ? lower + (upper - lower) * tail : upper - (upper - lower) * tail;
            double least = Math.nextUp(lower);
            return least < upper ? clamp(value, least, Math.nextDown(upper)) : lower;
        }

        @Override
        public double logSlope(double value) {
            return finite(StrictMath.log((upper - lower) / (value - lower) / (upper - value)));
        }
    }

    private static void requireFinite(String name, double bound) {
        if (!Double.isFinite(bound))
            throw new IllegalArgumentException(name + ": expected a finite bound, got " + bound);
    }

    /** On the boundary a logarithm is infinite; 745 is as far as exp can follow. A value outside stays NaN. */
    private static double finite(double real) {
        return Double.isNaN(real) ? real : clamp(real, -745, 745);
    }

    private static double clamp(double value, double least, double most) {
        return Double.isNaN(value) ? value : Math.min(Math.max(value, least), most);
    }
}
