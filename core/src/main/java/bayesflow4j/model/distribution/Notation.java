package bayesflow4j.model.distribution;

import java.util.StringJoiner;

/** How distributions are written, and how their numbers are refused. */
final class Notation {
    /** Counts beyond are beyond the samplers, and beyond any list of probabilities. */
    private static final double MOST_WHOLE = 1e9;

    private Notation() {}

    /** For example {@code uniform(0.1, 2)}: whole numbers without a point. */
    static String of(String name, double... numbers) {
        StringJoiner text = new StringJoiner(", ", name + '(', ")");
        for (double v : numbers) text.add(number(v));
        return text.toString();
    }

    /** A whole number without a point, an infinite one as {@code inf}. */
    static String number(double v) {
        if (Double.isInfinite(v)) return v < 0 ? "-inf" : "inf";
        return v == Math.rint(v) && Math.abs(v) < 1e15 ? Long.toString((long) v) : Double.toString(v);
    }

    static double whole(String name, double value) {
        if (!(Math.rint(value) == value && Math.abs(value) <= MOST_WHOLE))
            throw new IllegalArgumentException(name + ": expected a whole number, got " + value);
        return value;
    }

    static double probability(String name, double value) {
        if (!(value >= 0 && value <= 1))
            throw new IllegalArgumentException(name + ": expected a probability from 0 to 1, got " + value);
        return value;
    }

    static double positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException(name + ": expected a positive number, got " + value);
        return value;
    }

    static double finite(String name, double value) {
        if (!Double.isFinite(value))
            throw new IllegalArgumentException(name + ": expected a finite number, got " + value);
        return value;
    }
}
