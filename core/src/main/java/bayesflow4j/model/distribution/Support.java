package bayesflow4j.model.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * A closed interval of the real line, with the smooth increasing bijection of its interior onto all real numbers; or a
 * {@linkplain #isDiscrete discrete} set of numbers, with an increasing map to whole numbers.
 *
 * <p>{@link #fromReal} never leaves the support, and {@link #toReal} is finite on all of it, including the boundary.
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

    /** Whether its values are isolated: densities are then probabilities, and {@link #toReal} numbers the values. */
    default boolean isDiscrete() {
        return false;
    }

    /** Whether its values are whole numbers. */
    default boolean isWhole() {
        return false;
    }

    /** Whether its values are names, numbered in the order in which they were given: the numbers mean nothing. */
    default boolean isNamed() {
        return false;
    }

    /** How a value is written: by its name, if it has one. */
    default String label(double value) {
        return Notation.number(value);
    }

    /** Whether {@code value} is finite and between the bounds, and one of the values if these are isolated. */
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

    /** The whole numbers from lower to upper, each mapped to itself. */
    record Integers(double lower, double upper) implements Support {
        public Integers {
            if (!(lower <= upper) || Math.rint(lower) != lower || Math.rint(upper) != upper)
                throw new IllegalArgumentException(
                        "integers: expected whole numbers lower <= upper, got " + lower + " and " + upper);
        }

        @Override
        public boolean isDiscrete() {
            return true;
        }

        @Override
        public boolean isWhole() {
            return true;
        }

        @Override
        public boolean contains(double value) {
            return Support.super.contains(value) && Math.rint(value) == value;
        }

        @Override
        public double toReal(double value) {
            return value;
        }

        @Override
        public double fromReal(double real) {
            // Adding 0 makes a negative zero positive.
            return clamp(Math.rint(real), lower, upper) + 0.0;
        }

        @Override
        public double logSlope(double value) {
            return 0;
        }
    }

    /**
     * A few numbers in ascending order, each mapped to its position, from 0 on.
     *
     * @param values the numbers
     * @param labels how they are called
     */
    record Listed(List<Double> values, List<String> labels) implements Support {
        public Listed {
            values = List.copyOf(values);
            labels = List.copyOf(labels);
            if (values.isEmpty() || labels.size() != values.size())
                throw new IllegalArgumentException(
                        "values: expected at least one and a label for each, got " + values + " and " + labels);
            for (int i = 1; i < values.size(); i++)
                if (!(values.get(i - 1) < values.get(i)))
                    throw new IllegalArgumentException("values: expected ascending numbers, got " + values);
        }

        /** Names for the numbers 0, 1, …. */
        public static Listed named(List<String> labels) {
            List<Double> positions = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) positions.add((double) i);
            return new Listed(positions, labels);
        }

        @Override
        public boolean isDiscrete() {
            return true;
        }

        @Override
        public boolean isWhole() {
            return values.stream().allMatch(value -> Math.rint(value) == value);
        }

        @Override
        public boolean isNamed() {
            for (String label : labels)
                try {
                    Double.parseDouble(label);
                } catch (NumberFormatException e) {
                    return true;
                }
            return false;
        }

        @Override
        public String label(double value) {
            int at = values.indexOf(value);
            return at < 0 ? Notation.number(value) : labels.get(at);
        }

        @Override
        public boolean contains(double value) {
            return values.contains(value);
        }

        @Override
        public double toReal(double value) {
            int at = values.indexOf(value);
            return at < 0 ? Double.NaN : at;
        }

        @Override
        public double fromReal(double real) {
            return values.get((int) clamp(Math.rint(real), 0, values.size() - 1.0));
        }

        @Override
        public double logSlope(double value) {
            return 0;
        }

        @Override
        public double lower() {
            return values.getFirst();
        }

        @Override
        public double upper() {
            return values.getLast();
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
