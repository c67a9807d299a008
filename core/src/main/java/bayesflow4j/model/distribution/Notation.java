package bayesflow4j.model.distribution;

import java.util.StringJoiner;

/** How distributions are written, and how their numbers are refused. */
final class Notation {
    private Notation() {}

    /** For example {@code uniform(0.1, 2)}: whole numbers without a point. */
    static String of(String name, double... numbers) {
        StringJoiner text = new StringJoiner(", ", name + '(', ")");
        for (double v : numbers)
            if (Double.isInfinite(v)) text.add(v < 0 ? "-inf" : "inf");
            else text.add(v == Math.rint(v) && Math.abs(v) < 1e15 ? Long.toString((long) v) : Double.toString(v));
        return text.toString();
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
